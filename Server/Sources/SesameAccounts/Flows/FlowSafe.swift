import Crypto
import Foundation
import SesameCore

/// What a ``FlowRecord`` says.
protocol FlowContent: Codable, Pending {
    static var stage: FlowRecord.Stage { get }
}

/// Seals and opens the steps of browsers' sign-ins.
struct FlowSafe: Sendable {
    let key: DerivedKey

    func record<Content: FlowContent>(
        _ content: Content, under secret: Secret, until expiresAt: Date
    ) throws(StorageError) -> FlowRecord {
        try record(content, under: digest(secret.exposed.utf8), until: expiresAt)
    }

    func record<Content: FlowContent>(
        _ content: Content, under digest: [UInt8], until expiresAt: Date
    ) throws(StorageError) -> FlowRecord {
        guard content.isMarked else { throw .corrupt("a step that does not say what ends it") }
        do {
            let box = try AES.GCM.seal(
                JSONEncoder().encode(content), using: key.symmetric,
                authenticating: Self.associated(Content.stage, digest))
            guard let sealed = box.combined else { throw StorageError.corrupt("a step cannot be sealed") }
            return FlowRecord(digest: digest, stage: Content.stage, sealed: Array(sealed), expiresAt: expiresAt)
        } catch {
            throw .corrupt("a step cannot be sealed")
        }
    }

    /// Opens a record; returns nil if it is of another stage, has expired, or was voided by an event of its account.
    func open<Content: FlowContent>(
        _ record: FlowRecord?, as type: Content.Type, at now: Date, _ reader: any StorageReader
    ) throws(StorageError) -> Content? {
        guard let content = try unseal(record, as: type, at: now), try content.isGood(reader) else { return nil }
        return content
    }

    /// Returns the refusal for a record whose account was deleted or disabled; nil if it is void for another reason.
    func refusal<Content: FlowContent>(
        ofEnded record: FlowRecord?, as type: Content.Type, at now: Date, _ reader: any StorageReader
    ) throws(StorageError) -> Refusal? {
        try unseal(record, as: type, at: now)?.mark?.refusal(reader)
    }

    private func unseal<Content: FlowContent>(
        _ record: FlowRecord?, as type: Content.Type, at now: Date
    ) throws(StorageError) -> Content? {
        guard let record, record.stage == Content.stage, now < record.expiresAt else { return nil }
        do {
            let box = try AES.GCM.SealedBox(combined: record.sealed)
            let text = try AES.GCM.open(
                box, using: key.symmetric, authenticating: Self.associated(record.stage, record.digest))
            return try JSONDecoder().decode(type, from: text)
        } catch {
            throw .corrupt("a step of a sign-in cannot be opened")
        }
    }

    private static func associated(_ stage: FlowRecord.Stage, _ digest: [UInt8]) -> [UInt8] {
        Array(stage.rawValue.utf8) + [0] + digest
    }
}
