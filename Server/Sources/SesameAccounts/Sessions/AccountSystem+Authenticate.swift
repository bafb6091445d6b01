import Foundation
public import SesameCore
import SesameTokens

extension AccountSystem {
    /// Checks an access token and, every time, the session and the account behind it.
    ///
    /// - Parameter app: The app that the request names, or nil when it names none: then the token tells.
    public func authenticate(
        _ token: Secret, app: App?, apps: AppDirectory
    ) async throws(Refusal) -> Caller {
        let now = environment.now
        let claims: AccessTokenClaims
        do throws(TokenError) {
            claims = try AccessTokenVerifier(issuer: issuer.issuer)
                .verify(
                    Array(token.exposed.utf8), keys: keys.verifying, audience: app?.id.description, now: now)
        } catch {
            throw Refusal(.notAuthenticated, error.message)
        }
        guard let named = AppID(claims.audience), let app = apps[named] else {
            throw Refusal(.notAuthenticated, "the token's app is not served here")
        }
        let id = SessionID(claims.sessionID)
        guard let state = try await read({ reader throws(StorageError) in try reader.sessionState(id) }) else {
            throw try await refusalForMissing(AccountID(claims.subject), in: app.id)
        }
        var session = state.session
        guard session.app == app.id, session.account.description == claims.subject else {
            throw Refusal(.notAuthenticated, "the token is not this session's")
        }
        if let refusal = session.refusal(disabledAt: state.disabledAt, at: now) { throw refusal }
        if session.acknowledge(claims.generation) {
            let used = claims.generation
            let stored = try await write { transaction throws(StorageError) -> SessionState? in
                guard let state = try transaction.sessionState(id) else { return nil }
                var session = state.session
                if session.acknowledge(used) { try transaction.update(session) }
                return SessionState(session: session, disabledAt: state.disabledAt)
            }
            guard let stored else { throw try await refusalForMissing(session.account, in: app.id) }
            if let refusal = stored.session.refusal(disabledAt: stored.disabledAt, at: now) { throw refusal }
            session = stored.session
        }
        return Caller(app: app, session: session, checkedAt: now)
    }

    /// A session that is not there any more: its account was deleted, or it ended so long ago that it was removed.
    func refusalForMissing(_ account: AccountID, in app: AppID) async throws(Refusal) -> Refusal {
        let tombstone = tombstone(of: account, in: app)
        let wasDeleted = try await read { reader throws(StorageError) in try reader.hasTombstone(tombstone) }
        return wasDeleted
            ? Refusal(.userDeleted, "the account was deleted") : Refusal(.sessionEnded, "the session has ended")
    }
}

extension Session {
    /// Why this session cannot be used now, if so.
    func refusal(disabledAt: Date?, at now: Date) -> Refusal? {
        if disabledAt != nil { return Refusal(.userDisabled, "the account is disabled") }
        if let ending { return ending.reason.refusal }
        return isLive(at: now) ? nil : Refusal(.sessionEnded, "the session has reached its time limit")
    }
}

extension Session.EndReason {
    var refusal: Refusal {
        switch self {
        case .signedOut: Refusal(.sessionEnded, "the session was signed out")
        case .reuse: Refusal(.sessionRevoked, "an old refresh token came back, and the session was ended")
        case .revoked: Refusal(.sessionRevoked, "the session was revoked")
        }
    }
}
