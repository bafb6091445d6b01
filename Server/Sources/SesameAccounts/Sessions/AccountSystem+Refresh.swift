import Foundation
public import SesameCore

extension AccountSystem {
    /// New tokens for a refresh token, by the rule of ``RefreshVerdict``.
    ///
    /// - Parameter app: The app that the request names, or nil when it names none.
    public func refresh(
        _ presented: Secret, app: App?, apps: AppDirectory, context: RequestContext
    ) async throws(Refusal) -> SessionTokens {
        guard let token = RefreshToken(presented, key: issuer.refreshKey) else {
            throw Refusal(.notAuthenticated, "this is no refresh token of this server")
        }
        let now = environment.now
        let outcome = try await write { transaction throws(StorageError) in
            try Self.refresh(token, app: app, apps: apps, now: now, context: context, transaction)
        }
        switch outcome {
        case .success(let refreshed):
            return try issuer.tokens(for: refreshed.session, accessLife: refreshed.app.sessions.accessLife, at: now)
        case .failure(let refusal): throw refusal
        }
    }

    private struct Refreshed: Sendable {
        let session: Session
        let app: App
    }

    private static func refresh(
        _ token: RefreshToken, app: App?, apps: AppDirectory, now: Date, context: RequestContext,
        _ transaction: any StorageTransaction
    ) throws(StorageError) -> Result<Refreshed, Refusal> {
        guard let state = try transaction.sessionState(token.session) else {
            return .failure(Refusal(.sessionEnded, "the session has ended"))
        }
        var session = state.session
        guard let owner = apps[session.app], app == nil || app?.id == session.app else {
            return .failure(Refusal(.invalidRequest, "the refresh token is another app's", field: "refreshToken"))
        }
        let (account, sessionID) = (session.account, session.id)
        func note(_ kind: SecurityEvent.Kind) throws(StorageError) {
            try transaction.insert(
                SecurityEvent(
                    kind: kind, app: owner.id, account: account, session: sessionID, at: now,
                    context: context.within(owner)))
        }
        if state.disabledAt != nil { return .failure(Refusal(.userDisabled, "the account is disabled")) }
        switch session.refresh(presenting: token.generation, policy: owner.sessions, at: now) {
        case .rotated: try transaction.update(session)
        case .repeated: try note(.refreshRepeated)
        case .reused:
            try transaction.update(session)
            try note(.refreshReuseDetected)
            return .failure(Session.EndReason.reuse.refusal)
        case .ended(let reason): return .failure(reason.refusal)
        case .expired: return .failure(Refusal(.sessionEnded, "the session has reached its time limit"))
        }
        return .success(Refreshed(session: session, app: owner))
    }
}
