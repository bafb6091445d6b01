/// The effect of a fault on a provider's responses or on its tokens.
package enum FaultEffect: Sendable, Hashable {
    /// The provider is down: an empty 503, as from a gateway.
    case down
    /// The response is delayed by the given number of milliseconds; other effects can apply too.
    case slow(milliseconds: Int)
    /// The response has the given status and an HTML page, as from a proxy.
    case status(Int)
    /// The response redirects to `location` or, if `location` is nil, to another path that serves the same document. A
    /// test can thus detect clients that follow redirects.
    case redirect(location: String?)
    /// The document has padding of the given number of bytes, so that a test detects clients without a size limit.
    case huge(bytes: Int)
    /// The JSON of the response is cut off in the middle.
    case malformed
    /// The key set contains no keys.
    case noKeys
    /// The key set lacks the current signing key.
    case unknownKey
    /// The discovery document's issuer differs from the issuer in the tokens, as Apple's did in 2025.
    case issuerMismatch
    /// The tokens have an issuer other than the vendor's.
    case wrongIssuer
    /// The tokens have `"true"` and `"false"` as strings for the email flags.
    case stringBooleans
    /// The tokens come from a system without nonce support: `nonce_supported` is false, and `nonce` is missing.
    case nonceUnsupported
    /// The tokens lack the email address and its flags.
    case missingEmail

    /// The effect's kind, without its parameters.
    var kind: Kind {
        switch self {
        case .down: .down
        case .slow: .slow
        case .status: .status
        case .redirect: .redirect
        case .huge: .huge
        case .malformed: .malformed
        case .noKeys: .noKeys
        case .unknownKey: .unknownKey
        case .issuerMismatch: .issuerMismatch
        case .wrongIssuer: .wrongIssuer
        case .stringBooleans: .stringBooleans
        case .nonceUnsupported: .nonceUnsupported
        case .missingEmail: .missingEmail
        }
    }

    /// The kind of an effect, by its name in the control API.
    enum Kind: String, CaseIterable {
        case down
        case slow
        case status
        case redirect
        case huge
        case malformed
        case noKeys
        case unknownKey
        case issuerMismatch
        case wrongIssuer
        case stringBooleans
        case nonceUnsupported
        case missingEmail
    }

    var endpoints: [Fault.Endpoint] {
        switch self {
        case .down, .slow, .status: Fault.Endpoint.allCases.filter { $0 != .all }
        case .malformed: [.jwks, .discovery, .token]
        case .redirect, .huge: [.jwks, .discovery]
        case .noKeys, .unknownKey: [.jwks]
        case .issuerMismatch: [.discovery]
        case .wrongIssuer, .stringBooleans, .nonceUnsupported, .missingEmail: [.token]
        }
    }

    /// True if the effect changes the claims of tokens; false if it changes an endpoint's response.
    var concernsClaims: Bool {
        switch self {
        case .wrongIssuer, .stringBooleans, .nonceUnsupported, .missingEmail: true
        default: false
        }
    }
}
