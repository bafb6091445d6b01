import SesameWire

/// Lets one export of an account be made at a time: it reads all that the account has.
final class ExportGate: Sendable {
    private let accounts = Locked<Set<AccountKey>>([])

    private struct AccountKey: Hashable {
        let app: AppID
        let id: AccountID
    }

    /// Enters for an account; false while somebody is in.
    func enter(_ account: AccountID, in app: AppID) -> Bool {
        accounts.withLock { $0.insert(AccountKey(app: app, id: account)).inserted }
    }

    func leave(_ account: AccountID, in app: AppID) {
        accounts.withLock { _ = $0.remove(AccountKey(app: app, id: account)) }
    }
}
