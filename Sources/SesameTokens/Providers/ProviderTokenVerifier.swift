public import Foundation
import SesameWire

/// A verifier of one provider's ID tokens; ``ProviderProfile`` contains all that differs between providers.
///
/// No claim is read before the signature is verified. The verifier has one algorithm and one key source; a token cannot
/// choose others.
public struct ProviderTokenVerifier: Sendable {
    /// The provider's issuers, algorithm and rules.
    public let profile: ProviderProfile
    private let keys: JWKSCache
    private let tolerance: Int64

    /// The maximum accepted clock difference: a minute.
    public static let maxClockSkew: Duration = .seconds(60)

    /// Creates a verifier. `tolerance`: the accepted clock difference, at most a minute.
    public init(profile: ProviderProfile, keys: JWKSCache, tolerance: Duration = maxClockSkew) {
        self.profile = profile
        self.keys = keys
        self.tolerance = max(.zero, min(tolerance, Self.maxClockSkew)).components.seconds
    }

    /// Verifies an ID token and returns its identity claims. Suspends only if keys must be fetched. Throws
    /// ``TokenError/Reason/keysUnavailable`` if the fetch fails and no usable cached set contains the token's key.
    public func verify(
        _ token: [UInt8], expecting expectation: IDTokenExpectation, now: Date
    ) async throws(TokenError) -> VerifiedIdentity {
        let candidate = try candidate(token)
        let key =
            if let key = keys.cachedKey(candidate.keyID) { key } else { try await keys.key(candidate.keyID) }
        return try identity(candidate.jws, key: key, expecting: expectation, now: now)
    }

    /// Verifies an ID token that is given as a string; see ``verify(_:expecting:now:)-([UInt8],_,_)``.
    public func verify(
        _ token: String, expecting expectation: IDTokenExpectation, now: Date
    ) async throws(TokenError) -> VerifiedIdentity {
        try await verify(Array(token.utf8), expecting: expectation, now: now)
    }

    /// Verifies a token without suspension; returns nil if keys must be fetched first, or if the token's key id is
    /// unknown.
    public func verifyWithCachedKeys(
        _ token: [UInt8], expecting expectation: IDTokenExpectation, now: Date
    ) throws(TokenError) -> VerifiedIdentity? {
        let candidate = try candidate(token)
        guard let key = keys.cachedKey(candidate.keyID) else { return nil }
        return try identity(candidate.jws, key: key, expecting: expectation, now: now)
    }

    private struct Candidate {
        let jws: CompactJWS
        let keyID: String
    }

    /// Parses the token and checks its header, so that an invalid header does not cause a fetch of keys.
    private func candidate(_ token: [UInt8]) throws(TokenError) -> Candidate {
        let jws = try CompactJWS(parsing: token)
        if let type = jws.header.type, !type.isMediaType("JWT") {
            throw TokenError(.wrongType, "typ is not that of an ID token")
        }
        try jws.requireAlgorithm(profile.algorithm)
        guard let keyID = jws.header.keyID else { throw TokenError(.unknownKey, "header has no kid") }
        return Candidate(jws: jws, keyID: keyID)
    }

    private func identity(
        _ jws: CompactJWS, key: JSONWebKey, expecting expectation: IDTokenExpectation, now: Date
    ) throws(TokenError) -> VerifiedIdentity {
        try jws.verify(with: key, algorithm: profile.algorithm)
        let reader = IDTokenClaimRules(
            claims: Claims(members: try jws.claims()), profile: profile, expectation: expectation,
            now: now.epochSeconds, tolerance: tolerance)
        return try reader.identity(tokenDigest: jws.contentDigest())
    }
}
