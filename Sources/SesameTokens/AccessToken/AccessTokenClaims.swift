public import Foundation
import SesameCore
import SesameWire

/// The claims of a Sesame access token (RFC 9068): ids and times, no personal data.
///
/// Issuer and verifier both use this type, so the format is defined in one place.
public struct AccessTokenClaims: Sendable, Hashable {
    /// `iss`: the server's public URL.
    public var issuer: String
    /// `aud` and `client_id`: the app that the token is for.
    public var audience: String
    /// `sub`: the account's id.
    public var subject: String
    /// `sid`: the session's id.
    public var sessionID: String
    /// `jti`: the token's own id.
    public var tokenID: String
    /// `gen`: the generation of the refresh token that was current when this token was created.
    public var generation: Int
    /// `iat`, in whole seconds.
    public var issuedAt: Date
    /// `exp`, in whole seconds.
    public var expiresAt: Date
    /// `auth_time`: the time at which the user last authenticated, in whole seconds.
    public var authenticatedAt: Date

    /// Creates the claims. Times are rounded down to whole seconds.
    public init(
        issuer: String,
        audience: String,
        subject: String,
        sessionID: String,
        tokenID: String,
        generation: Int,
        issuedAt: Date,
        expiresAt: Date,
        authenticatedAt: Date
    ) {
        self.issuer = issuer
        self.audience = audience
        self.subject = subject
        self.sessionID = sessionID
        self.tokenID = tokenID
        self.generation = generation
        self.issuedAt = Date(epochSeconds: issuedAt.epochSeconds)
        self.expiresAt = Date(epochSeconds: expiresAt.epochSeconds)
        self.authenticatedAt = Date(epochSeconds: authenticatedAt.epochSeconds)
    }

    /// The `typ` of an access token (RFC 9068). Sesame's other tokens never have this type.
    public static let type = "at+jwt"

    /// Returns the claims as a JSON object in UTF-8, which is the token's payload.
    public func payload() -> [UInt8] {
        let members: JSONObject = [
            "iss": .string(issuer),
            "aud": .string(audience),
            "client_id": .string(audience),
            "sub": .string(subject),
            "sid": .string(sessionID),
            "jti": .string(tokenID),
            "gen": .integer(generation),
            "iat": .integer(issuedAt.epochSeconds),
            "exp": .integer(expiresAt.epochSeconds),
            "auth_time": .integer(authenticatedAt.epochSeconds),
        ]
        return members.serialized()
    }

    /// Reads the claims of a verified token. Throws ``TokenError/Reason/claim`` if one is missing or has an invalid
    /// form.
    init(_ claims: Claims) throws(TokenError) {
        guard let generation = claims.members["gen"]?.integer.flatMap(Int.init(exactly:)), generation >= 0 else {
            throw TokenError(.claim, "gen is missing or invalid")
        }
        self.generation = generation
        issuer = try claims.requiredString("iss")
        audience = try claims.requiredString("aud")
        subject = try claims.requiredString("sub")
        sessionID = try claims.requiredString("sid")
        tokenID = try claims.requiredString("jti")
        issuedAt = Date(epochSeconds: try claims.requiredSeconds("iat"))
        expiresAt = Date(epochSeconds: try claims.requiredSeconds("exp"))
        authenticatedAt = Date(epochSeconds: try claims.requiredSeconds("auth_time"))
    }
}
