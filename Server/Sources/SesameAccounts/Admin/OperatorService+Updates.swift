import SesameCore

extension OperatorService {
    /// Creates an account on behalf of the operator, without a session.
    ///
    /// - Parameter id: The account's id; nil for a random one.
    package func createAccount(
        _ order: AccountUpdate, id: AccountID? = nil, in app: App, context: RequestContext
    ) async throws(AccountError) -> AccountWithMetadata {
        let id = id ?? AccountID(environment.randomID())
        guard AccountID.isValid(id.description) else {
            throw .unusableID
        }
        let writing = try await writing(order, email: order.email, in: app, context: context)
        let tombstone = tombstones.reservation(of: id, in: app.id)
        return try await write { transaction throws(StorageError) in
            if let refusal = try writing.refusal(ofMaking: id, unlessDeleted: tombstone, transaction) {
                throw .refused(refusal)
            }
            return try writing.make(id, transaction)
        }
    }

    /// Creates many accounts in one transaction. An account that is refused does not affect the others, but a password
    /// that is not allowed makes the whole call throw.
    ///
    /// - Returns: For each account, in the order of the requests, the error, or nil if it was created.
    package func createAccounts(
        _ orders: [AccountUpdate.Creation], in app: App, context: RequestContext
    ) async throws(AccountError) -> [AccountError?] {
        var writings: [(AccountID, AccountUpdateTransaction, [UInt8]?)] = []
        for new in orders {
            let writing = try await writing(new.order, email: new.order.email, in: app, context: context)
            writings.append((new.id, writing, tombstones.reservation(of: new.id, in: app.id)))
        }
        return try await write { [writings] transaction throws(StorageError) -> [AccountError?] in
            var refusals: [AccountError?] = []
            for (id, writing, tombstone) in writings {
                guard AccountID.isValid(id.description) else {
                    refusals.append(.unusableID)
                    continue
                }
                let refusal = try writing.refusal(ofMaking: id, unlessDeleted: tombstone, transaction)
                if refusal == nil { _ = try writing.make(id, transaction) }
                refusals.append(refusal)
            }
            return refusals
        }
    }

    /// Changes an account on behalf of the operator. All its sessions end if the update disables the account, sets the
    /// password, replaces the email address, removes a sign-in method or a second factor, adds the account's first
    /// second factor, or sets ``AccountUpdate/tokensValidAfter``.
    ///
    /// - Parameter scopes: The scopes of the caller; see ``AdminScope``.
    package func change(
        _ id: AccountID, by order: AccountUpdate, with scopes: Set<AdminScope>, in app: App, context: RequestContext
    ) async throws(AccountError) -> AccountWithMetadata {
        try scopes.requireAnyUserScope()
        var email = order.email
        if email == nil, order.password != nil {
            email = try await directory.account(id, in: app.id).emailCredential
        }
        var writing = try await writing(order, email: email, of: id, in: app, context: context)
        writing.codes = oneTimeCodes
        return try await write { [writing] transaction throws(StorageError) in
            try writing.change(id, with: scopes, transaction)
        }
    }

    /// Returns the transaction of an update, with the hash of its password. Throws if the password is not allowed.
    ///
    /// - Parameters:
    ///   - email: The account's address after the update, which the password must not contain.
    ///   - id: The account to change; nil for a new one.
    private func writing(
        _ order: AccountUpdate, email: EmailAddress?, of id: AccountID? = nil, in app: App, context: RequestContext
    ) async throws(AccountError) -> AccountUpdateTransaction {
        var writing = AccountUpdateTransaction(
            order: order, app: app, now: environment.now, context: context,
            newID: { [environment] in environment.randomID() }, notices: codes.notices)
        if let password = order.password {
            let owner = try await logins.passwordOwner(email, of: id, names: [order.displayName.value], in: app)
            writing.password = try await logins.newHash(of: password, for: owner, in: app)
        } else if let foreign = order.foreignPassword {
            _ = try logins.hasher(of: app)
            if let refusal = foreign.refusal() { throw refusal }
            writing.password = foreign.kept
        }
        return writing
    }
}

extension AccountError {
    fileprivate static let unusableID = AccountError(
        .invalidRequest, "the id must be 1 to 128 visible ASCII characters, and none of #%/<>?\\\"", field: "id")
}
