import Crypto
import Foundation

/// Seals and opens what is kept of merges.
struct MergeSafe: Sendable {
    let key: DerivedKey

    func record(
        _ memory: MergeMemory, of account: AccountID, in app: AppID, until expiresAt: Date
    ) throws(StorageError) -> MergeRecord {
        guard let text = try? JSONEncoder().encode(memory),
            let box = try? AES.GCM.seal(
                text, using: key.symmetric, authenticating: Self.associated(app, account)),
            let sealed = box.combined
        else { throw .corrupt("a merge cannot be sealed") }
        return MergeRecord(app: app, account: account, sealed: Array(sealed), expiresAt: expiresAt)
    }

    /// What the two accounts were; nil when the merge can no longer be undone.
    func open(_ record: MergeRecord?, at now: Date) throws(StorageError) -> MergeMemory? {
        guard let record, now < record.expiresAt else { return nil }
        guard let box = try? AES.GCM.SealedBox(combined: record.sealed),
            let text = try? AES.GCM.open(
                box, using: key.symmetric, authenticating: Self.associated(record.app, record.account)),
            let memory = try? JSONDecoder().decode(MergeMemory.self, from: text)
        else { throw .corrupt("a merge cannot be opened") }
        return memory
    }

    private static func associated(_ app: AppID, _ account: AccountID) -> [UInt8] {
        Array(app.description.utf8) + [0] + Array(account.description.utf8)
    }
}
