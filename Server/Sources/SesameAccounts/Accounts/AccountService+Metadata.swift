extension AccountService {
    /// Returns the metadata of an account; empty if none was set.
    package func details(of account: AccountID, in app: AppID) async throws(AccountError) -> AccountMetadata {
        let details = try await read { reader throws(StorageError) in try reader.details(of: account, in: app) }
        return details ?? AccountMetadata(app: app, account: account)
    }

    /// Changes the metadata of an account. The surface must check the caller's permission. Throws if there is no such
    /// account or a value is invalid.
    ///
    /// - Parameter change: Changes the current metadata; it may run more than once.
    /// - Returns: The new metadata.
    package func changeDetails(
        of account: AccountID, in app: App, _ change: @escaping @Sendable (inout AccountMetadata) -> Void
    ) async throws(AccountError) -> AccountMetadata {
        try await write { transaction throws(StorageError) in
            try transaction.changeDetails(of: account, in: app, change)
        }
    }
}

extension StorageTransaction {
    func changeDetails(
        of account: AccountID, in app: App, _ change: (inout AccountMetadata) -> Void
    ) throws(StorageError) -> AccountMetadata {
        guard try self.account(account, in: app.id) != nil else { throw .refused(.noSuchAccount) }
        let known = try details(of: account, in: app.id) ?? AccountMetadata(app: app.id, account: account)
        var details = known
        change(&details)
        if let refusal = details.refusal(in: app) { throw .refused(refusal) }
        if details != known { try put(details) }
        return details
    }
}
