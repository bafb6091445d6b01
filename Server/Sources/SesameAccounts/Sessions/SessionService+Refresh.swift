import Foundation
package import SesameCore

extension SessionService {
    /// Returns new tokens for a refresh token, by the rule of ``RefreshDecision``. Throws if the token is invalid or
    /// reused, or if its session has ended.
    ///
    /// - Parameter app: The app that the request specifies; nil if it specifies none.
    package func refresh(
        _ presented: Secret, app: App?, apps: AppDirectory, context: RequestContext
    ) async throws(AccountError) -> SessionTokens {
        guard let token = RefreshToken(presented, key: issuer.refreshKey) else {
            observe(.refresh(.refused))
            throw AccountError(.notAuthenticated, "the refresh token was not issued by this server")
        }
        try limiter?.admitRefresh(of: token.session)
        // The time is read inside the write. Read before it, a request that waited long for its turn would seem to come
        // from before the rotation that it repeats.
        let (now, outcome) = try await write { [environment] transaction throws(StorageError) in
            let now = environment.now
            return (now, try Self.refresh(token, app: app, apps: apps, now: now, context: context, transaction))
        }
        switch outcome {
        case .given(let session, let app, let kind):
            observe(.refresh(kind))
            return try issuer.tokens(for: session, accessTokenLifetime: app.sessions.accessTokenLifetime, at: now)
        case .refused(let refusal, let kind):
            observe(.refresh(kind))
            throw timely(refusal)
        }
    }

    private enum Answer: Sendable {
        case given(Session, App, RefreshOutcome)
        case refused(AccountError, RefreshOutcome = .refused)
    }

    private static func refresh(
        _ token: RefreshToken, app: App?, apps: AppDirectory, now: Date, context: RequestContext,
        _ transaction: any StorageTransaction
    ) throws(StorageError) -> Answer {
        guard let state = try transaction.sessionState(token.session) else {
            return .refused(AccountError(.sessionEnded, "the session has ended"))
        }
        var session = state.session
        guard let owner = apps[session.app], app == nil || app?.id == session.app else {
            return .refused(
                AccountError(.invalidRequest, "the refresh token is for another app", field: "refreshToken"))
        }
        let (account, sessionID) = (session.account, session.id)
        func note(_ kind: SecurityEvent.Kind) throws(StorageError) {
            try transaction.insert(
                SecurityEvent(
                    kind: kind, app: owner.id, account: account, session: sessionID, at: now,
                    context: context.within(owner)))
        }
        if state.disabledAt != nil { return .refused(AccountError(.userDisabled, "the account is disabled")) }
        var outcome = RefreshOutcome.rotated
        switch session.refresh(presenting: token.generation, policy: owner.sessions, at: now) {
        case .rotated: try transaction.update(session)
        case .repeated:
            outcome = .repeated
            try note(.refreshRepeated)
        case .reused:
            try transaction.update(session)
            try note(.refreshReuseDetected)
            return .refused(Session.EndReason.reuse.refusal, .reused)
        case .ended(let reason): return .refused(reason.refusal)
        case .expired: return .refused(.sessionTimedOut)
        }
        return .given(session, owner, outcome)
    }
}
