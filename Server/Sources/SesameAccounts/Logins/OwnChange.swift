package import SesameCore

/// A change that a person makes of their own account.
package enum OwnChange: Sendable {
    /// Another password, after a recent sign-in.
    case password(Secret)
    /// A password for an address that the account has or gets. An emulator, which mails nobody, lets another address go
    /// at once, even a verified one.
    case addPassword(Secret, EmailAddress, replacingOther: Bool)
    /// Another address at once, even in place of a verified one, as an emulator has it.
    case email(EmailAddress)
    /// The loss of the identity of that provider.
    case unlink(Provider)
    /// The loss of the address or the number.
    case removeLogin(Login.Kind)
    /// The name, the picture and the other details of the account.
    case details(@Sendable (inout AccountDetails) -> Void)
}

extension LoginService {
    /// Changes the caller's account in one transaction: all that is asked for, in that order, or nothing.
    ///
    /// Rules on the account itself come first: a change that they refuse tells nobody of an address that others have, and
    /// takes no transaction back.
    ///
    /// - Returns: The session to go on with, where the caller's tokens are no good any more; else nil.
    package func change(
        _ caller: Caller, by changes: [OwnChange], context: RequestContext
    ) async throws(Refusal) -> Session? {
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

    private func refusal(of changes: [OwnChange], to known: DetailedAccount, in app: App) -> Refusal? {
        var (identities, logins, details): ([Identity], [Login], AccountDetails) = ([], [], known.details)
        for change in changes {
            switch change {
            case .unlink(let provider): identities += known.view.identities.filter { $0.provider == provider }
            case .removeLogin(let kind): logins += known.view.logins.filter { $0.kind == kind }
            case .details(let change): change(&details)
            case .password, .addPassword, .email: break
            }
        }
        if let refusal = details.refusal(in: app) { return refusal }
        let isSafe = (identities.isEmpty && logins.isEmpty) || known.view.keepsWayIn(without: identities, logins)
        return isSafe ? nil : .lastCertainWayIn
    }

    /// Prepares what takes time, and asks what can be asked beforehand.
    private func step(
        _ change: OwnChange, of caller: Caller, context: RequestContext
    ) async throws(Refusal) -> @Sendable (any StorageTransaction) throws(StorageError) -> Session? {
        switch change {
        case .password(let password):
            let change = try await self.change(of: caller, from: nil, to: password, context: context)
            return { transaction throws(StorageError) in try change.run(transaction).session() }
        case .addPassword(let password, let email, let replacingOther):
            let addition = try await addition(
                of: password, at: email, to: caller, UpgradeForm(app: caller.app, role: nil, profile: [:]),
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
        case .removeLogin(let kind):
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
