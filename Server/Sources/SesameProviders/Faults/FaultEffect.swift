/// The effect of a fault.
package enum FaultEffect: Sendable, Hashable {
    /// Nobody is there: an empty 503, as the gateway before a service that is down gives.
    case down
    /// The answer comes so many milliseconds late; combines with the others.
    case slow(milliseconds: Int)
    /// This status, with an HTML page as proxies send it.
    case status(Int)
    /// A redirect: to that address, or else to where the document really is, so that whoever follows it is found out.
    case redirect(location: String?)
    /// The document, made longer than this by padding that a reader without a limit would take.
    case huge(bytes: Int)
    /// The document without its second half.
    case malformed
    /// A key set without keys.
    case noKeys
    /// A key set without the key that signs at present.
    case unknownKey
    /// A discovery document whose issuer is not that of the tokens, as Apple's was in 2025.
    case issuerMismatch
    /// Tokens with an issuer that is not the vendor's.
    case wrongIssuer
    /// Tokens with `"true"` and `"false"` for the flags of the address.
    case stringBooleans
    /// Tokens of a system that knows no nonce: `nonce_supported` is false, and `nonce` is missing.
    case nonceUnsupported
    /// Tokens without the address and its flags.
    case missingEmail

    /// Its name without its particulars.
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

    /// The names on the wire.
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

    /// The places where it can strike.
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

    /// True if it strikes at what tokens say, and not at the way to them.
    var concernsClaims: Bool {
        switch self {
        case .wrongIssuer, .stringBooleans, .nonceUnsupported, .missingEmail: true
        default: false
        }
    }
}
