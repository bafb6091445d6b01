import Foundation
import SesameCore

/// The content of a ``FlowRecord``, which is stored encrypted.
protocol FlowPayload: Codable, Pending {
    static var stage: FlowRecord.Stage { get }
}

/// A cipher for the stored steps of browser flows, which binds each record to its stage and secret.
struct FlowRecordCipher: Sendable {
    let key: DerivedKey

    func record<Content: FlowPayload>(
        _ content: Content, under secret: Secret, until expiresAt: Date
    ) throws(StorageError) -> FlowRecord {
        try record(content, under: digest(secret.exposed.utf8), until: expiresAt)
    }

    func record<Content: FlowPayload>(
        _ content: Content, under digest: [UInt8], until expiresAt: Date
    ) throws(StorageError) -> FlowRecord {
        guard content.isMarked else { throw .corrupt("a step of a sign-in lacks the marks that invalidate it") }
        guard let text = try? JSONEncoder().encode(content),
            let sealed = Seal(key).seal(text, in: Array(Content.stage.rawValue.utf8), digest)
        else { throw .corrupt("a step of a sign-in cannot be encrypted") }
        return FlowRecord(digest: digest, stage: Content.stage, sealed: sealed, expiresAt: expiresAt)
    }

    /// Decrypts a record; returns nil if it is of another stage, has expired, or was voided by an event of its account.
    func open<Content: FlowPayload>(
        _ record: FlowRecord?, as type: Content.Type, at now: Date, _ reader: any StorageReader
    ) throws(StorageError) -> Content? {
        guard let content = try unseal(record, as: type, at: now), try content.isGood(reader) else { return nil }
        return content
    }

    /// Returns the error for a record whose account was deleted or disabled; nil if the record is void for another
    /// reason.
    func refusal<Content: FlowPayload>(
        ofEnded record: FlowRecord?, as type: Content.Type, at now: Date, _ reader: any StorageReader
    ) throws(StorageError) -> AccountError? {
        try unseal(record, as: type, at: now)?.mark?.refusal(reader)
    }

    private func unseal<Content: FlowPayload>(
        _ record: FlowRecord?, as type: Content.Type, at now: Date
    ) throws(StorageError) -> Content? {
        guard let record, record.stage == Content.stage, now < record.expiresAt else { return nil }
        guard let text = Seal(key).open(record.sealed, in: Array(record.stage.rawValue.utf8), record.digest),
            let content = try? JSONDecoder().decode(type, from: Data(text))
        else { throw .corrupt("a step of a sign-in cannot be decrypted or decoded") }
        return content
    }
}
