/// An account with its details for other protocols.
package struct DetailedAccount: Sendable, Equatable {
    /// The account with its sign-in methods.
    package let view: AccountView
    /// The details that no sign-in rule reads.
    package let details: AccountDetails

    /// Creates an account with its details.
    package init(view: AccountView, details: AccountDetails) {
        self.view = view
        self.details = details
    }
}

extension StorageReader {
    /// Returns the account with its details; nil if it does not exist.
    func detailedAccount(_ id: AccountID, in app: AppID) throws(StorageError) -> DetailedAccount? {
        guard let view = try view(of: id, in: app) else { return nil }
        return try detailed(view)
    }

    /// Returns the account with its details.
    func detailed(_ view: AccountView) throws(StorageError) -> DetailedAccount {
        let (id, app) = (view.account.id, view.account.app)
        return DetailedAccount(
            view: view, details: try details(of: id, in: app) ?? AccountDetails(app: app, account: id))
    }
}
