public import Foundation
import SesameWire

/// A verifier of Sesame access tokens, for the server and for back ends that trust it.
///
/// A token states what was true when it was created. The Sesame server also looks up the session on every call. A back
/// end that does not look it up may accept a revoked session until `exp`.
public struct AccessTokenVerifier: Sendable {
    /// The issuer that tokens must come from, compared as bytes.
    public let issuer: String
    private let tolerance: Int64

    /// The maximum time, in seconds, by which an issuer's clock may be ahead of the local one.
    private static let clockDifference: Int64 = 60

    /// Creates a verifier for the tokens of one issuer.
    ///
    /// - Parameter tolerance: The time for which a token is also accepted after its `exp` and before its `nbf`, at most
    ///   a minute.
    public init(issuer: String, tolerance: Duration = .zero) {
        self.issuer = issuer
        self.tolerance = max(.zero, min(tolerance, .seconds(60))).components.seconds
    }

    /// Verifies a token with the given keys and returns its claims. Without `audience`, a token for any app is
    /// accepted, and the caller has to check ``AccessTokenClaims/audience``. Throws ``TokenError/Reason/unknownKey`` if
    /// the set does not contain the token's key id; nothing is fetched.
    public func verify(
        _ token: [UInt8], keys: JSONWebKeySet, audience: String?, now: Date
    ) throws(TokenError) -> AccessTokenClaims {
        let candidate = try candidate(token)
        guard let key = keys.key(candidate.keyID, algorithm: .es256) else {
            throw TokenError(.unknownKey, "no key with the token's key id")
        }
        return try claims(of: candidate.jws, key: key, audience: audience, now: now)
    }

    /// Verifies a token with the published keys and returns its claims. Suspends only if the keys must be fetched.
    /// Throws ``TokenError/Reason/keysUnavailable`` if the fetch fails and no usable cached set contains the key.
    public func verify(
        _ token: [UInt8], keys: JWKSCache, audience: String?, now: Date
    ) async throws(TokenError) -> AccessTokenClaims {
        let candidate = try candidate(token)
        let key =
            if let key = keys.cachedKey(candidate.keyID) { key } else { try await keys.key(candidate.keyID) }
        return try claims(of: candidate.jws, key: key, audience: audience, now: now)
    }

    private struct Candidate {
        let jws: CompactJWS
        let keyID: String
    }

    private func candidate(_ token: [UInt8]) throws(TokenError) -> Candidate {
        let jws = try CompactJWS(parsing: token)
        guard jws.header.type?.hasSameBytes(as: AccessTokenClaims.type) == true else {
            throw TokenError(.wrongType, "typ is not that of an access token")
        }
        try jws.requireAlgorithm(.es256)
        guard let keyID = jws.header.keyID else { throw TokenError(.unknownKey, "header has no kid") }
        return Candidate(jws: jws, keyID: keyID)
    }

    private func claims(
        of jws: CompactJWS, key: JSONWebKey, audience: String?, now: Date
    ) throws(TokenError) -> AccessTokenClaims {
        try jws.verify(with: key, algorithm: .es256)
        let reader = Claims(members: try jws.claims())
        try reader.requireStarted(at: now.epochSeconds, tolerance: tolerance)
        let claims = try AccessTokenClaims(reader)
        try check(claims, audience: audience, now: now)
        return claims
    }

    /// Checks the issuer, the audience (unless it is nil) and the times of a verified token's claims, for callers that
    /// keep the claims and check them again. Throws ``TokenError`` if a condition is not met.
    public func check(_ claims: AccessTokenClaims, audience: String?, now: Date) throws(TokenError) {
        guard claims.issuer.hasSameBytes(as: issuer) else { throw TokenError(.issuer, "iss names another server") }
        if let audience, !claims.audience.hasSameBytes(as: audience) {
            throw TokenError(.audience, "aud names another app")
        }
        let now = now.epochSeconds
        try Claims.requireUnexpired(claims.expiresAt.epochSeconds, at: now, tolerance: tolerance)
        guard claims.issuedAt.epochSeconds <= now + Self.clockDifference else {
            throw TokenError(.issuedInFuture, "iat is in the future")
        }
    }
}
