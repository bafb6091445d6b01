import Crypto
import Foundation
package import SesameCore
import SesameTokens

extension SessionService {
    /// Verifies an access token, and checks its session and account in the database at each call.
    ///
    /// Throws if the token is invalid or for another app, the session has ended, or the account is disabled or deleted.
    ///
    /// - Parameter app: The app that the request specifies; nil for the token's app.
    package func authenticate(
        _ token: Secret, app: App?, apps: AppDirectory
    ) async throws(AccountError) -> Caller {
        try await authenticate(token, app: app, apps: apps) { _, _ in }.caller
    }

    /// Verifies an access token, and runs `reading` in the transaction that reads the session.
    func authenticate<Value: Sendable>(
        _ token: Secret, app: App?, apps: AppDirectory,
        reading: @Sendable (any StorageReader, Session) throws(StorageError) -> Value
    ) async throws(AccountError) -> (caller: Caller, value: Value) {
        let now = environment.now
        let claims = try verified(token, app: app, at: now)
        guard let named = AppID(claims.audience), let app = apps[named] else {
            throw AccountError(.notAuthenticated, "the token is for an app that this server does not have")
        }
        let id = SessionID(claims.sessionID)
        let found = try await read { reader throws(StorageError) -> (SessionState, Value)? in
            guard let state = try reader.sessionState(id) else { return nil }
            return (state, try reading(reader, state.session))
        }
        guard let (state, value) = found else {
            throw try await refusalForMissing(AccountID(claims.subject), in: app.id)
        }
        var session = state.session
        // The sessions of an absorbed account belong to the survivor. They ended before or with the merge, and record
        // the reason.
        let mayHaveMoved = session.termination != nil
        guard session.app == app.id, mayHaveMoved || session.account.description == claims.subject else {
            throw AccountError(.notAuthenticated, "the token does not match its session")
        }
        if let refusal = session.refusal(disabledAt: state.disabledAt, at: now) { throw timely(refusal) }
        if session.acknowledge(claims.generation) {
            session = try await noting(claims.generation, of: session, at: now)
        }
        return (Caller(app: app, session: session, checkedAt: now), value)
    }

    private func verified(_ token: Secret, app: App?, at now: Date) throws(AccountError) -> AccessTokenClaims {
        let verifier = AccessTokenVerifier(issuer: issuer.issuer)
        let audience = app?.id.description
        let bytes = Array(token.exposed.utf8)
        let digest = SHA256.hash(data: bytes)
        let revision = keys.revision
        do throws(TokenError) {
            if let claims = verifiedTokens.claims(of: digest, revision: revision) {
                try verifier.check(claims, audience: audience, now: now)
                return claims
            }
            let claims = try verifier.verify(bytes, keys: keys.verifying, audience: audience, now: now)
            verifiedTokens.remember(claims, of: digest, revision: revision)
            return claims
        } catch {
            var refusal = AccountError(.notAuthenticated, error.message)
            refusal.rejection = error.reason
            throw refusal
        }
    }

    /// Records that the client has received the tokens of its last refresh, and returns the updated session. If the
    /// storage cannot be written, for example because the disk is full, the session is returned as it is, so that
    /// read-only requests succeed: the token is valid, and the next request makes the same record.
    func noting(_ generation: Int, of session: Session, at now: Date) async throws(AccountError) -> Session {
        do throws(AccountError) {
            return try await acknowledge(generation, of: session, at: now)
        } catch {
            guard error.code == .storageUnavailable else { throw error }
            return session
        }
    }

    /// Records that the client has received the tokens of its last refresh. Throws if the session has ended.
    private func acknowledge(_ generation: Int, of session: Session, at now: Date) async throws(AccountError) -> Session
    {
        let id = session.id
        let stored = try await write { transaction throws(StorageError) -> SessionState? in
            guard let state = try transaction.sessionState(id) else { return nil }
            var session = state.session
            if session.acknowledge(generation) { try transaction.update(session) }
            return SessionState(session: session, disabledAt: state.disabledAt)
        }
        guard let stored else { throw try await refusalForMissing(session.account, in: session.app) }
        if let refusal = stored.session.refusal(disabledAt: stored.disabledAt, at: now) { throw timely(refusal) }
        return stored.session
    }

    /// Returns the refusal to send. While the clock is in doubt, the refusal of an expired session is replaced by
    /// `storageUnavailable`, which lets the client retry, so that a wrong clock signs no user out.
    func timely(_ refusal: AccountError) -> AccountError {
        guard refusal.code == .sessionEnded, refusal.rejection == .expired, environment.trustedNow == nil else {
            return refusal
        }
        return AccountError(.storageUnavailable, "the server's clock is not reliable; try again later", retryAfter: 60)
    }

    /// Returns the refusal of a session that no longer exists: `userDeleted` if its account was deleted, otherwise
    /// `sessionEnded`, because it ended so long ago that it was removed.
    func refusalForMissing(_ account: AccountID, in app: AppID) async throws(AccountError) -> AccountError {
        let tombstone = tombstones.digest(of: account, in: app)
        let wasDeleted = try await read { reader throws(StorageError) in try reader.hasTombstone(tombstone) }
        return wasDeleted
            ? AccountError(.userDeleted, "the account was deleted")
            : AccountError(.sessionEnded, "the session has ended")
    }
}

extension Session {
    /// Returns the error if the session cannot be used now; otherwise nil.
    func refusal(disabledAt: Date?, at now: Date) -> AccountError? {
        if disabledAt != nil { return AccountError(.userDisabled, "the account is disabled") }
        if let termination { return termination.reason.refusal }
        if isPendingSecondFactor(at: now) {
            return AccountError(.secondFactorRequired, "the session is waiting for its second factor")
        }
        return isLive(at: now) ? nil : .sessionTimedOut
    }
}

extension AccountError {
    /// The refusal of a session that has reached its idle or absolute limit.
    static var sessionTimedOut: AccountError {
        var refusal = AccountError(.sessionEnded, "the session has reached its time limit")
        refusal.rejection = .expired
        return refusal
    }
}

extension Session.EndReason {
    var refusal: AccountError {
        switch self {
        case .signedOut: AccountError(.sessionEnded, "the session was signed out")
        case .reuse:
            AccountError(.sessionRevoked, "a refresh token or authorization code was reused, and the session was ended")
        case .revoked: AccountError(.sessionRevoked, "the session was revoked")
        case .replaced: AccountError(.sessionEnded, "the session was replaced by another one")
        case .merged: AccountError(.sessionEnded, "the account was merged into another one; sign in again")
        case .provider:
            AccountError(.sessionRevoked, "the provider ended the sign-in that the session is based on; sign in again")
        }
    }
}
