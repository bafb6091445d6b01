import Foundation
public import SesameCore

extension AccountSystem {
    /// Makes another address the one that the caller signs in with, with the password or after a recent sign-in. Nobody
    /// has verified it yet. The password stays; whoever was mailed at the verified one before is told.
    public func changeEmail(
        of caller: Caller, to email: EmailAddress, password: Secret? = nil, context: RequestContext
    ) async throws(Refusal) -> AccountView {
        try await changeLogin(of: caller, .email, to: email.description, password: password, context: context)
    }

    /// Makes another number the caller's, with the password or after a recent sign-in. Until its code has come back it
    /// signs nobody in to the account.
    public func changePhone(
        of caller: Caller, to phone: PhoneNumber, password: Secret? = nil, context: RequestContext
    ) async throws(Refusal) -> AccountView {
        guard caller.app.passwords?.allowsPhones == true else { throw .noPasswords }
        return try await changeLogin(of: caller, .phone, to: phone.description, password: password, context: context)
    }

    private func changeLogin(
        of caller: Caller, _ kind: Login.Kind, to name: String, password: Secret?, context: RequestContext
    ) async throws(Refusal) -> AccountView {
        try limiter?.admitChange(of: caller)
        guard caller.app.passwords != nil, !caller.app.privacy.isPseudonymous else { throw .noPasswords }
        let proof = try await proof(of: caller, password, context: context)
        let now = environment.now
        let notices = notices
        let outcome = try await write { transaction throws(StorageError) -> Result<AccountView, Refusal> in
            let current: CurrentCaller
            switch try caller.current(at: now, transaction) {
            case .success(let live): current = live
            case .failure(let refusal): return .failure(refusal)
            }
            let app = caller.app
            if let proof, current.view.login(.email)?.password != proof { return .failure(.wrongCredentials) }
            if let refusal = caller.refusal(of: current.view, showingPassword: proof != nil) {
                return .failure(refusal)
            }
            if let known = try transaction.login(kind, name: name, in: app.id) {
                return known.account == current.view.account.id ? .success(current.view) : .failure(.loginInUse)
            }
            guard !current.view.isAnonymous else { return .failure(.noSuchIdentity) }
            if let refusal = current.view.refusalOfUnproved { return .failure(refusal) }
            let before = current.view.login(kind)
            let login =
                before?.renamed(name)
                ?? Login(
                    app: app.id, kind: kind, name: name, account: current.view.account.id,
                    createdAt: now)
            if let before { try transaction.delete(before) }
            try transaction.insert(login)
            try transaction.note(.loginAdded, login, session: current.session.id, at: now, context: context)
            if let before { try notices?.tell(.addressChanged, before, of: app, at: now, transaction) }
            return .success(try transaction.view(of: current.view.account.id, in: app.id) ?? current.view)
        }
        return try outcome.get()
    }

    /// The hash that a password was held against just now; nil where none is given.
    private func proof(
        of caller: Caller, _ password: Secret?, context: RequestContext
    ) async throws(Refusal) -> PasswordHash? {
        guard let password else { return nil }
        let view = try await account(of: caller)
        guard let email = view.login(.email).flatMap({ EmailAddress($0.name) }) else { throw .wrongCredentials }
        return try await proved(password, of: email, in: caller.app, context: context).hash
    }
}
