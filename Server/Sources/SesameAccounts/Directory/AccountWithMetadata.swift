/// An account with its metadata, which clients of Firebase and Appwrite read and write.
package struct AccountWithMetadata: Sendable, Equatable {
    /// The account with its sign-in methods.
    package let view: AccountRecord
    /// The metadata, such as custom claims; empty if none was set.
    package let details: AccountMetadata

    package init(view: AccountRecord, details: AccountMetadata) {
        self.view = view
        self.details = details
    }
}

extension StorageReader {
    func detailedAccount(_ id: AccountID, in app: AppID) throws(StorageError) -> AccountWithMetadata? {
        guard let view = try view(of: id, in: app) else { return nil }
        return try detailed(view)
    }

    /// Returns the account with its metadata, which is empty if none was set.
    func detailed(_ view: AccountRecord) throws(StorageError) -> AccountWithMetadata {
        let (id, app) = (view.account.id, view.account.app)
        return AccountWithMetadata(
            view: view, details: try details(of: id, in: app) ?? AccountMetadata(app: app, account: id))
    }
}
