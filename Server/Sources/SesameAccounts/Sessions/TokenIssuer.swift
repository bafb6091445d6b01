package import Foundation
package import SesameCore
import SesameTokens

/// An issuer of access and refresh tokens for sessions.
struct TokenIssuer: Sendable {
    /// The `iss` of access tokens: the server's public URL.
    let issuer: String
    let keys: KeyRing
    let environment: RuntimeEnvironment
    let refreshKey: DerivedKey

    /// Returns the tokens for the session's newest generation.
    ///
    /// - Parameter accessTokenLifetime: The access token's lifetime in seconds; it never outlives the session.
    func tokens(for session: Session, accessTokenLifetime: TimeInterval, at now: Date) throws(AccountError)
        -> SessionTokens
    {
        guard let signer = keys.signer(at: now) else { throw AccountError(.internal, "there is no signing key") }
        let expiresAt = min(now.addingTimeInterval(accessTokenLifetime), session.endsAt)
        let claims = AccessTokenClaims(
            issuer: issuer, audience: session.app.description, subject: session.account.description,
            sessionID: session.id.description, tokenID: environment.randomID(), generation: session.generation,
            issuedAt: now, expiresAt: expiresAt, authenticatedAt: session.authTime)
        let accessToken: Secret
        do {
            accessToken = Secret(try signer.sign(claims))
        } catch {
            throw AccountError(.internal, "the access token could not be signed")
        }
        return SessionTokens(
            session: session.id, accessToken: accessToken,
            expiresIn: expiresAt.secondsSince1970 - now.secondsSince1970,
            refreshToken: RefreshToken(session: session.id, generation: session.generation).text(key: refreshKey))
    }
}

/// An access token and a refresh token of one session, as sent to the client.
package struct SessionTokens: Sendable {
    package let session: SessionID
    /// The access token, for `Authorization: Bearer`.
    package let accessToken: Secret
    /// The seconds until the access token expires.
    package let expiresIn: Int
    /// The refresh token, for the next refresh only.
    package let refreshToken: Secret
}

extension SessionService {
    /// Returns the tokens of a session, for clients that refresh.
    ///
    /// - Parameters:
    ///   - apps: The apps, whose policies set the default lifetime of access tokens.
    ///   - accessTokenLifetime: The access token's lifetime in seconds; nil for the default of the session's app.
    package func tokens(
        for session: Session, in apps: AppDirectory, accessTokenLifetime: TimeInterval? = nil
    ) throws(AccountError) -> SessionTokens {
        let lifetime = accessTokenLifetime ?? (apps[session.app]?.sessions ?? SessionPolicy()).accessTokenLifetime
        return try issuer.tokens(for: session, accessTokenLifetime: lifetime, at: environment.now)
    }
}
