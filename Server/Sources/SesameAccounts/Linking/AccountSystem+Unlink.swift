import Foundation
import SesameCore

extension AccountSystem {
    /// Takes a provider's identity from the caller's account, after a recent sign-in, and ends all other sessions:
    /// whoever had that identity, too, is out.
    ///
    /// The account's only identity stays: without it nobody could sign in to the account any more.
    public func unlink(
        _ provider: Provider, from caller: Caller, context: RequestContext
    ) async throws(Refusal) {
        let (app, account, now) = (caller.app.id, caller.session.account, environment.now)
        let refusal = try await write { transaction throws(StorageError) -> Refusal? in
            guard let view = try transaction.view(of: account, in: app) else {
                return Refusal(.userDeleted, "the account was deleted")
            }
            if let refusal = caller.refusalWithoutRecentSignIn(view) { return refusal }
            guard let identity = view.identities.first(where: { $0.provider == provider }) else {
                return .noSuchIdentity
            }
            guard view.identities.count > 1 else {
                return Refusal(.lastMethod, "it is the account's only way to sign in; link another one first")
            }
            try transaction.delete(identity)
            for session in try transaction.sessions(of: account, in: app) where session.id != caller.session.id {
                try transaction.end(session, at: now, context: context)
            }
            try transaction.insert(
                SecurityEvent(
                    kind: .identityUnlinked, app: app, account: account, session: caller.session.id, at: now,
                    requestID: context.requestID))
            return nil
        }
        if let refusal { throw refusal }
    }
}

extension Refusal {
    /// The same for a provider that is none, and for one that the account has no identity of.
    public static let noSuchIdentity = Refusal(.notFound, "the account has no such identity")
}
