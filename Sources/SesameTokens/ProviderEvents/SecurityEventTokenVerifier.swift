public import Foundation
import SesameCore
import SesameWire

/// A verifier of the notifications that Apple and Google send about their accounts. Each provider signs them with the
/// keys of its ID tokens, but a notification is not an ID token.
///
/// As in ``ProviderTokenVerifier``, no claim is read before the signature is verified, and a token can choose neither
/// the algorithm nor the key source.
public struct SecurityEventTokenVerifier: Sendable {
    /// The issuers, algorithm and validity of the provider's notifications.
    public let profile: SecurityEventTokenProfile
    private let keys: JWKSCache

    private static let tolerance = ProviderTokenVerifier.maxClockSkew.components.seconds
    private static let types = ["JWT", "secevent+jwt"]
    private static let maxIDBytes = 255

    /// Creates a verifier. `keys` may be the cache that the verifier of the provider's ID tokens uses.
    public init(profile: SecurityEventTokenProfile, keys: JWKSCache) {
        self.profile = profile
        self.keys = keys
    }

    /// Verifies a notification that is meant for at least one of the clients. Suspends only if keys must be fetched.
    ///
    /// `aud` may contain other clients too, because reading a notification grants no access.
    public func verify(
        _ token: [UInt8], clientIDs: [String], now: Date
    ) async throws(TokenError) -> VerifiedSecurityEventToken {
        let jws = try CompactJWS(parsing: token)
        if let type = jws.header.type, !Self.types.contains(where: type.isMediaType) {
            throw TokenError(.wrongType, "typ is not that of a notification")
        }
        try jws.requireAlgorithm(profile.algorithm)
        guard let keyID = jws.header.keyID else { throw TokenError(.unknownKey, "header has no kid") }
        let key = if let key = keys.cachedKey(keyID) { key } else { try await keys.key(keyID) }
        try jws.verify(with: key, algorithm: profile.algorithm)
        return try read(Claims(members: try jws.claims()), clientIDs: clientIDs, now: now.epochSeconds)
    }

    private func read(_ claims: Claims, clientIDs: [String], now: Int64) throws(TokenError)
        -> VerifiedSecurityEventToken
    {
        // An ID token has no `events` (RFC 8417, section 4.5), and it must not be usable to end sessions.
        guard claims.members.contains("events") else { throw TokenError(.wrongType, "token has no events") }
        guard let issuer = claims.members["iss"]?.string, profile.issuers.contains(where: issuer.hasSameBytes) else {
            throw TokenError(.issuer, "iss is not the provider's")
        }
        let audience = try audience(claims)
        let ours = clientIDs.filter { id in audience.contains { $0.hasSameBytes(as: id) } }
        guard !ours.isEmpty else { throw TokenError(.audience, "aud names no client of this server") }
        let (issued, expiry) = try times(claims, now: now)
        let id = try claims.requiredString("jti")
        guard id.utf8.count <= Self.maxIDBytes else { throw TokenError(.claim, "jti is too long") }
        return VerifiedSecurityEventToken(
            claims, issuer: issuer, clientIDs: ours, id: id, issuedAt: issued, expiresAt: expiry + Self.tolerance + 1)
    }

    private func audience(_ claims: Claims) throws(TokenError) -> [String] {
        let values = claims.members["aud"].map { $0.array ?? [$0] } ?? []
        let names = values.compactMap(\.string)
        guard names.count == values.count else {
            throw TokenError(.audience, "aud must be a client id or a list of client ids")
        }
        return names
    }

    private func times(_ claims: Claims, now: Int64) throws(TokenError) -> (issued: Int64, expiry: Int64) {
        let issued = try claims.requiredSeconds("iat")
        guard issued <= now + Self.tolerance else { throw TokenError(.issuedInFuture, "iat is in the future") }
        try claims.requireStarted(at: now, tolerance: Self.tolerance)
        switch profile.validity {
        case .untilExpiry:
            let expiry = try claims.requiredSeconds("exp")
            try Claims.requireUnexpired(expiry, at: now, tolerance: Self.tolerance)
            return (issued, expiry)
        case .sinceIssued(let life):
            let expiry = issued + life.components.seconds
            guard now - Self.tolerance < expiry else { throw TokenError(.tooOld, "iat is too long ago") }
            return (issued, expiry)
        }
    }
}
