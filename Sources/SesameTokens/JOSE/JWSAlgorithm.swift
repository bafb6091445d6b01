import SesameWire

/// The supported signature algorithms (RFC 7518, section 3.1). The caller chooses the algorithm; a token's `alg` is
/// only compared with it.
public enum JWSAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256, used by Apple's and Google's tokens.
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256, used by Sesame's access tokens.
    case es256 = "ES256"

    /// Creates the algorithm with the given `alg`, compared as bytes; returns nil if it is not supported.
    init?(name: String) {
        guard let algorithm = Self.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) else { return nil }
        self = algorithm
    }
}
