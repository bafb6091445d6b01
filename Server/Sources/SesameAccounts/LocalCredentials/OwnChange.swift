package import SesameCore

/// A change that users make to their own account, as a step of a batch.
package enum OwnChange: Sendable {
    /// Sets a new password, after a recent sign-in.
    case password(Secret)
    /// Adds a password for the account's email address or a new one. `replacingOther` is true for an emulator, which
    /// sends no email: the new address then replaces the account's current one at once, even a verified one.
    case addPassword(Secret, EmailAddress, replacingOther: Bool)
    /// Changes the email address at once, even a verified one, as an emulator does.
    case email(EmailAddress)
    /// Unlinks the account's identity at a provider; refused if it is the last reliable sign-in method.
    case unlink(Provider)
    /// Removes the account's address, number or custom id; refused if it is the last reliable sign-in method.
    case removeCredential(LocalCredential.Kind)
    /// Changes the metadata, such as the display name or the picture.
    case details(@Sendable (inout AccountMetadata) -> Void)
}

extension LocalCredentialService {
    /// Makes changes to the caller's account in one transaction: all of them, in their order, or none.
    ///
    /// The changes are first checked against the account alone. A change that is refused at this point reveals no
    /// address of another account and needs no rollback.
    ///
    /// - Returns: The session for which to issue new tokens, if a change may have invalidated the caller's tokens;
    ///   otherwise nil.
    package func change(
        _ caller: Caller, by changes: [OwnChange], context: RequestContext
    ) async throws(AccountError) -> Session? {
        let known = try await directory.detailedAccount(caller.session.account, in: caller.app.id)
        if let refusal = refusal(of: changes, to: known, in: caller.app) { throw refusal }
        var steps: [@Sendable (any StorageTransaction) throws(StorageError) -> Session?] = []
        for change in changes { steps.append(try await step(change, of: caller, context: context)) }
        return try await write { [steps] transaction throws(StorageError) in
            var session: Session?
            for step in steps { session = try step(transaction) ?? session }
            return session
        }
    }

    private func refusal(of changes: [OwnChange], to known: AccountWithMetadata, in app: App) -> AccountError? {
        var (identities, logins, details): ([Identity], [LocalCredential], AccountMetadata) = ([], [], known.details)
        for change in changes {
            switch change {
            case .unlink(let provider): identities += known.view.identities.filter { $0.provider == provider }
            case .removeCredential(let kind): logins += known.view.logins.filter { $0.kind == kind }
            case .details(let change): change(&details)
            case .password, .addPassword, .email: break
            }
        }
        if let refusal = details.refusal(in: app) { return refusal }
        let isSafe = (identities.isEmpty && logins.isEmpty) || known.view.keepsWayIn(without: identities, logins)
        return isSafe ? nil : .lastCertainWayIn
    }

    /// Returns the change as a step of the transaction. Hashes passwords and makes the checks that need no transaction
    /// beforehand.
    private func step(
        _ change: OwnChange, of caller: Caller, context: RequestContext
    ) async throws(AccountError) -> @Sendable (any StorageTransaction) throws(StorageError) -> Session? {
        switch change {
        case .password(let password):
            let change = try await self.change(of: caller, from: nil, to: password, context: context)
            return { transaction throws(StorageError) in try change.run(transaction).session() }
        case .addPassword(let password, let email, let replacingOther):
            let addition = try await addition(
                of: password, at: email, to: caller, GuestUpgrade(app: caller.app, role: nil, profile: [:]),
                replacingOther: replacingOther, context: context)
            return { transaction throws(StorageError) in try addition.run(transaction).session() }
        case .email(let email):
            let change = try await self.change(
                of: caller, .email, to: email.description, password: nil, context: context)
            return { transaction throws(StorageError) in try change.run(transaction).session }
        case .unlink(let provider):
            let removal = try linking.removal(of: provider, from: caller, context: context)
            return { transaction throws(StorageError) in
                try removal.run(transaction)
                return nil
            }
        case .removeCredential(let kind):
            let removal = try removal(of: kind, from: caller, context: context)
            return { transaction throws(StorageError) in
                try removal.run(transaction)
                return nil
            }
        case .details(let change):
            return { transaction throws(StorageError) in
                _ = try transaction.changeDetails(of: caller.session.account, in: caller.app, change)
                return nil
            }
        }
    }
}
