import SesameWire

/// A lock that allows one export of an account at a time, because an export reads all of the account's data.
final class ExportLock: Sendable {
    private let accounts = Locked<Set<AccountKey>>([])

    private struct AccountKey: Hashable {
        let app: AppID
        let id: AccountID
    }

    /// Acquires the lock of an account. Returns false during another export of the account.
    func enter(_ account: AccountID, in app: AppID) -> Bool {
        accounts.withLock { $0.insert(AccountKey(app: app, id: account)).inserted }
    }

    func leave(_ account: AccountID, in app: AppID) {
        accounts.withLock { _ = $0.remove(AccountKey(app: app, id: account)) }
    }
}
