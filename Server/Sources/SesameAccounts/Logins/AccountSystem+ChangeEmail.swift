import Foundation
import SesameCore

extension AccountSystem {
    /// Makes another address the one that the caller signs in with, after a recent sign-in. Nobody has verified it yet.
    /// The password stays; whoever was mailed at the verified one before is told.
    public func changeEmail(
        of caller: Caller, to email: EmailAddress, context: RequestContext
    ) async throws(Refusal) -> AccountView {
        try limiter?.admitChange(of: caller)
        guard caller.app.passwords != nil, !caller.app.privacy.isPseudonymous else { throw .noPasswords }
        let now = environment.now
        let (safe, id) = (messageSafe, environment.randomID())
        let mails = messages?.carries(.mail) ?? false
        let outcome = try await write { transaction throws(StorageError) -> Result<AccountView, Refusal> in
            let current: CurrentCaller
            switch try caller.current(at: now, transaction) {
            case .success(let live): current = live
            case .failure(let refusal): return .failure(refusal)
            }
            let app = caller.app
            if let refusal = caller.refusalWithoutRecentSignIn(current.view) { return .failure(refusal) }
            if let known = try transaction.login(.email, name: email.description, in: app.id) {
                return known.account == current.view.account.id ? .success(current.view) : .failure(.loginInUse)
            }
            guard !current.view.isAnonymous else { return .failure(.noSuchIdentity) }
            let before = current.view.login(.email)
            let login =
                before?.renamed(email.description)
                ?? Login(
                    app: app.id, kind: .email, name: email.description, account: current.view.account.id,
                    createdAt: now)
            if let before { try transaction.delete(before) }
            try transaction.insert(login)
            try transaction.note(.loginAdded, login, session: current.session.id, at: now, context: context)
            if let before, before.isVerified, mails {
                let text = MessageText(app: app, language: nil)
                try transaction.send(text.notice(.addressChanged, to: before.name, at: now), id: id, safe, at: now)
            }
            return .success(try transaction.view(of: current.view.account.id, in: app.id) ?? current.view)
        }
        return try outcome.get()
    }
}
