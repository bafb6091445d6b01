import SesameCore

extension AccountSystem {
    /// The details of an account; empty where none were ever set.
    public func details(of account: AccountID, in app: AppID) async throws(Refusal) -> AccountDetails {
        let details = try await read { reader throws(StorageError) in try reader.details(of: account, in: app) }
        return details ?? AccountDetails(app: app, account: account)
    }

    /// An account with its details, read at one time.
    public func detailedAccount(_ id: AccountID, in app: AppID) async throws(Refusal) -> DetailedAccount {
        let found = try await read { reader throws(StorageError) in try reader.detailedAccount(id, in: app) }
        guard let found else { throw .noSuchAccount }
        return found
    }

    /// Changes the details of an account. That the caller may is for the surface to check.
    ///
    /// - Parameter change: Changes the details as they are then; it may run more than once.
    /// - Returns: The details as they are now.
    public func changeDetails(
        of account: AccountID, in app: App, _ change: @escaping @Sendable (inout AccountDetails) -> Void
    ) async throws(Refusal) -> AccountDetails {
        let id = app.id
        let outcome = try await write { transaction throws(StorageError) -> Result<AccountDetails, Refusal> in
            guard try transaction.account(account, in: id) != nil else { return .failure(.noSuchAccount) }
            let known = try transaction.details(of: account, in: id)
            var details = known ?? AccountDetails(app: id, account: account)
            change(&details)
            if app.privacy.isPseudonymous, details.isPersonal { return .failure(.keepsNothingPersonal) }
            if let refusal = details.refusal() { return .failure(refusal) }
            if details != known ?? AccountDetails(app: id, account: account) { try transaction.put(details) }
            return .success(details)
        }
        return try outcome.get()
    }
}

/// An account with what other contracts keep beside it.
public struct DetailedAccount: Sendable, Equatable {
    /// The account with its ways to sign in.
    public let view: AccountView
    /// What is kept beside it.
    public let details: AccountDetails

    /// Makes the pair.
    public init(view: AccountView, details: AccountDetails) {
        self.view = view
        self.details = details
    }
}
