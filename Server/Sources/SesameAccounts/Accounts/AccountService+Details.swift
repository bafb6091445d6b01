extension AccountService {
    /// The details of an account; empty where none were ever set.
    package func details(of account: AccountID, in app: AppID) async throws(Refusal) -> AccountDetails {
        let details = try await read { reader throws(StorageError) in try reader.details(of: account, in: app) }
        return details ?? AccountDetails(app: app, account: account)
    }

    /// Changes the details of an account. That the caller may is for the surface to check.
    ///
    /// - Parameter change: Changes the details as they are then; it may run more than once.
    /// - Returns: The details as they are now.
    package func changeDetails(
        of account: AccountID, in app: App, _ change: @escaping @Sendable (inout AccountDetails) -> Void
    ) async throws(Refusal) -> AccountDetails {
        let id = app.id
        let outcome = try await write { transaction throws(StorageError) -> Result<AccountDetails, Refusal> in
            guard try transaction.account(account, in: id) != nil else { return .failure(.noSuchAccount) }
            let known = try transaction.details(of: account, in: id)
            var details = known ?? AccountDetails(app: id, account: account)
            change(&details)
            if let refusal = details.refusal(in: app) { return .failure(refusal) }
            if details != known ?? AccountDetails(app: id, account: account) { try transaction.put(details) }
            return .success(details)
        }
        return try outcome.get()
    }
}
