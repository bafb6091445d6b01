/// An account with what other contracts keep beside it.
package struct DetailedAccount: Sendable, Equatable {
    /// The account with its ways to sign in.
    package let view: AccountView
    /// The details that no rule of a sign-in reads.
    package let details: AccountDetails

    /// Makes the pair.
    package init(view: AccountView, details: AccountDetails) {
        self.view = view
        self.details = details
    }
}

extension StorageReader {
    /// The account with what is kept beside it.
    func detailedAccount(_ id: AccountID, in app: AppID) throws(StorageError) -> DetailedAccount? {
        guard let view = try view(of: id, in: app) else { return nil }
        return try detailed(view)
    }

    /// The account with what is kept beside it.
    func detailed(_ view: AccountView) throws(StorageError) -> DetailedAccount {
        let (id, app) = (view.account.id, view.account.app)
        return DetailedAccount(
            view: view, details: try details(of: id, in: app) ?? AccountDetails(app: app, account: id))
    }
}
