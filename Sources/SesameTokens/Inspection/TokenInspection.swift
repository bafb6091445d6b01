public import Foundation
public import SesameCore
import SesameWire

/// Token verification and inspection for any issuer, as used by `sesame token verify` and `sesame token inspect`.
public enum TokenInspection {
    /// The checks that ``verify(_:keyFile:algorithms:checks:now:)`` makes.
    public enum Checks: Sendable {
        /// The signature, the payload's form (a JSON object), and `exp` and `nbf` if present.
        case signatureAndTimes
        /// The signature alone; the payload may be anything.
        case signatureOnly
    }

    /// An unverified token: for display, never for decisions.
    public struct Unverified: Sendable {
        /// The header's members, as in the token.
        public let header: JSONObject
        /// The payload's decoded bytes, of any format.
        public let payload: [UInt8]
        /// The claims, if the payload is a strict JSON object; otherwise nil.
        public let claims: JSONObject?
    }

    /// Verifies a token against the keys of a file and returns its payload.
    ///
    /// The file contains a key set or a single key. The keys may be of several types and lack ids. A key with an id is
    /// tried only for tokens with the same `kid` or without one; a key without an id is tried for every token of its
    /// algorithm.
    public static func verify(
        _ token: [UInt8],
        keyFile: [UInt8],
        algorithms: [JWSAlgorithm] = JWSAlgorithm.allCases,
        checks: Checks = .signatureAndTimes,
        now: Date
    ) throws(TokenError) -> [UInt8] {
        let keys = try keys(in: keyFile)
        let jws = try CompactJWS(parsing: token)
        guard let algorithm = JWSAlgorithm(name: jws.header.algorithm), algorithms.contains(algorithm) else {
            throw TokenError(.algorithm, "token is not signed with an allowed algorithm")
        }
        try verify(jws, with: keys, algorithm: algorithm)
        if checks == .signatureAndTimes {
            let tolerance = ProviderTokenVerifier.maxClockSkew.components.seconds
            try Claims(members: try jws.claims()).requireCurrent(at: now.epochSeconds, tolerance: tolerance)
        }
        return jws.payload
    }

    /// Returns the header and payload of a token whose form is valid, without verifying its signature.
    public static func unverified(_ token: [UInt8]) throws(TokenError) -> Unverified {
        let jws = try CompactJWS(parsing: token)
        return Unverified(header: jws.header.members, payload: jws.payload, claims: try? jws.claims())
    }

    private static func verify(
        _ jws: CompactJWS, with keys: JSONWebKeySet, algorithm: JWSAlgorithm
    ) throws(TokenError) {
        let candidates = keys.keys.filter { key in
            guard key.algorithm == algorithm else { return false }
            guard let wanted = jws.header.keyID, let keyID = key.keyID else { return true }
            return keyID.hasSameBytes(as: wanted)
        }
        var refusal = TokenError(.unknownKey, "no key matches the token")
        for key in candidates {
            do {
                return try jws.verify(with: key, algorithm: algorithm)
            } catch {
                refusal = error
            }
        }
        throw refusal
    }

    private static func keys(in file: [UInt8]) throws(TokenError) -> JSONWebKeySet {
        let limits = JSONLimits(bytes: JSONWebKeySet.maxBytes)
        guard let document = try? JSONValue(parsing: file, limits: limits) else {
            throw TokenError(.keys, "key file is not strict JSON")
        }
        if document["keys"] == nil, document["kty"] != nil {
            return try JSONWebKeySet(entries: [document], composition: .mixed)
        }
        guard let entries = document["keys"]?.array else { throw TokenError(.keys, "not a JWK set") }
        return try JSONWebKeySet(entries: entries, composition: .mixed)
    }
}
