import Foundation
public import SesameCore
import SesameTokens

extension AccountSystem {
    /// The account of whoever bears the access token; see ``authenticate(_:app:apps:)``.
    public func account(
        ofBearer token: Secret, app: App?, apps: AppDirectory
    ) async throws(Refusal) -> AccountView {
        let view = try await authenticate(token, app: app, apps: apps) { reader, session throws(StorageError) in
            try reader.view(of: session.account, in: session.app)
        }.value
        guard let view else { throw Refusal(.userDeleted, "the account was deleted") }
        return view
    }

    /// The caller's account.
    public func account(of caller: Caller) async throws(Refusal) -> AccountView {
        let view = try await read { reader throws(StorageError) in
            try reader.view(of: caller.session.account, in: caller.app.id)
        }
        guard let view else { throw Refusal(.userDeleted, "the account was deleted") }
        return view
    }

    /// Proves again who the caller is, so that operations that need a recent sign-in are allowed.
    ///
    /// The proof must be one of the caller's own identities; anybody else's is refused and changes nothing.
    ///
    /// - Returns: Tokens with the new `auth_time`.
    public func confirm(
        _ caller: Caller, with credential: ProviderCredential, context: RequestContext
    ) async throws(Refusal) -> SessionTokens {
        let verified = try await verify(credential, for: caller.app)
        let now = environment.now
        let proof = try proof(of: credential, for: caller.app, at: now)
        let outcome = try await write { transaction throws(StorageError) -> Result<Session, Refusal> in
            switch try proof.spend(verified, in: caller.app.id, at: now, transaction) {
            case .fresh: break
            case .repetition: return .failure(.usedToken)
            case .refused(let refusal): return .failure(refusal)
            }
            let identity = try transaction.identity(
                credential.provider, subject: verified.subject, in: caller.app.id)
            guard identity?.account == caller.session.account else {
                return .failure(Refusal(.reauthenticationRequired, "the proof is another person's"))
            }
            guard let state = try transaction.sessionState(caller.session.id) else {
                return .failure(Refusal(.sessionEnded, "the session has ended"))
            }
            var session = state.session
            if let refusal = session.refusal(disabledAt: state.disabledAt, at: now) { return .failure(refusal) }
            session.authTime = now
            try transaction.update(session)
            try transaction.insert(
                UsedToken(verified, app: caller.app.id, session: session.id, proof: proof, at: now))
            try transaction.insert(
                SecurityEvent(
                    kind: .confirmed, app: session.app, account: session.account, session: session.id, at: now,
                    requestID: context.requestID))
            return .success(session)
        }
        switch outcome {
        case .success(let session):
            return try issuer.tokens(for: session, accessLife: caller.app.sessions.accessLife, at: now)
        case .failure(let refusal): throw refusal
        }
    }

    /// Deletes the caller's account with all that belongs to it, in one transaction, after a recent sign-in.
    ///
    /// A guest has no credential to sign in with again; their session is the proof.
    public func deleteAccount(of caller: Caller, context: RequestContext) async throws(Refusal) {
        let now = environment.now
        let (app, account) = (caller.app.id, caller.session.account)
        let tombstone = tombstone(of: account, in: app)
        let refusal = try await write { transaction throws(StorageError) -> Refusal? in
            guard let view = try transaction.view(of: account, in: app) else {
                return Refusal(.userDeleted, "the account was deleted")
            }
            if !view.isAnonymous, let refusal = caller.refusalWithoutRecentSignIn { return refusal }
            try transaction.delete(account, in: app)
            try transaction.insertTombstone(tombstone, at: now)
            try transaction.insert(
                SecurityEvent(
                    kind: .accountDeleted, app: app, account: account, session: nil, at: now,
                    requestID: context.requestID))
            return nil
        }
        if let refusal { throw refusal }
    }
}
