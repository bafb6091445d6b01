import Foundation

/// A cipher for merge records, which binds each record to its app and account.
struct MergeSnapshotCipher: Sendable {
    let key: DerivedKey

    func record(
        _ memory: MergeSnapshot, of account: AccountID, in app: AppID, until expiresAt: Date
    ) throws(StorageError) -> MergeRecord {
        guard let text = try? JSONEncoder().encode(memory),
            let sealed = Seal(key).seal(text, in: app.bytes, account.bytes)
        else { throw .corrupt("the data of a merge cannot be encrypted") }
        return MergeRecord(app: app, account: account, sealed: sealed, expiresAt: expiresAt)
    }

    /// Returns the decrypted snapshot; nil if there is no record or the time to undo the merge is over.
    func open(_ record: MergeRecord?, at now: Date) throws(StorageError) -> MergeSnapshot? {
        guard let record, now < record.expiresAt else { return nil }
        guard let text = Seal(key).open(record.sealed, in: record.app.bytes, record.account.bytes),
            let memory = try? JSONDecoder().decode(MergeSnapshot.self, from: Data(text))
        else { throw .corrupt("the data of a merge cannot be decrypted or decoded") }
        return memory
    }
}
