import Foundation
package import SesameCore

/// The ID token and refresh token for a client of Firebase's protocol.
package struct FirebaseTokens: Sendable {
    /// The session of the tokens, with its user.
    package let person: FirebaseUserSession
    /// The ID token, valid for an hour at any back end that trusts the project.
    package let idToken: Secret
    /// The refresh token for further ID tokens. It stays the same for the lifetime of the session.
    package let refreshToken: Secret
}

extension FirebaseService {
    /// Returns a new ID token and the refresh token for a session.
    ///
    /// - Parameter claims: The claims of a custom token; empty after any other sign-in.
    package func firebaseTokens(
        of session: Session, in app: App, claims: JSONObject = [:]
    ) async throws(AccountError) -> FirebaseTokens {
        let account = try await read { reader throws(StorageError) in
            try reader.detailedAccount(session.account, in: app.id)
        }
        guard let account else { throw AccountError(.sessionEnded, "the session has ended") }
        return try firebaseTokens(of: FirebaseUserSession(app: app, account: account, session: session, claims: claims))
    }

    /// Returns a new ID token for a refresh token. The refresh token stays the same, because clients of Firebase's
    /// protocol store it permanently, and share it between processes. A refresh token becomes invalid at once when its
    /// session ends.
    package func refreshFirebase(_ presented: Secret, in app: App) async throws(AccountError) -> FirebaseTokens {
        do throws(AccountError) {
            let tokens = try await refreshed(presented, in: app)
            observe(.refresh(.kept))
            return tokens
        } catch {
            observe(.refresh(.refused))
            throw error
        }
    }

    private func refreshed(_ presented: Secret, in app: App) async throws(AccountError) -> FirebaseTokens {
        guard let token = FirebaseRefreshToken(presented, key: firebaseKeys.refresh) else {
            throw AccountError(.notAuthenticated, "the refresh token was not issued by this server")
        }
        try limiter?.admitRefresh(of: token.session)
        let now = environment.now
        let person = try await write { transaction throws(StorageError) in
            guard let state = try transaction.sessionState(token.session),
                let account = try transaction.detailedAccount(state.session.account, in: state.session.app)
            else { throw .refused(AccountError(.userDeleted, "the account was deleted")) }
            guard state.session.app == app.id else {
                throw .refused(AccountError(.notAuthenticated, "the refresh token is for another project"))
            }
            var session = state.session
            if let refusal = session.refusal(disabledAt: state.disabledAt, at: now) { throw .refused(refusal) }
            session.keepAlive(app.sessions, at: now)
            try transaction.update(session)
            return FirebaseUserSession(app: app, account: account, session: session, claims: token.claims)
        }
        return try firebaseTokens(of: person)
    }

    func firebaseTokens(of person: FirebaseUserSession) throws(AccountError) -> FirebaseTokens {
        guard let settings = person.app.firebase else { throw .noFirebase }
        let payload = person.payload(
            of: settings, issuer: settings.issuer, from: environment.now, for: FirebaseUserSession.tokenLifetime)
        let refreshToken = FirebaseRefreshToken(session: person.session.id, claims: person.claims)
        return FirebaseTokens(
            person: person, idToken: try sign(firebase: payload, session: person.session.id),
            refreshToken: refreshToken.text(key: firebaseKeys.refresh))
    }
}

extension Session {
    /// Records a use of the session, and extends its idle timeout, without a new refresh token.
    mutating func keepAlive(_ policy: SessionPolicy, at now: Date) {
        refreshedAt = now
        idleExpiresAt = min(expiresAt, now.addingTimeInterval(policy.idleTimeout))
    }
}

extension AccountError {
    static let noFirebase = AccountError(.notFound, "the app has no Firebase project")
}
