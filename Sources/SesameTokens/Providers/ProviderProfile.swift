import SesameCore

/// The properties of one identity provider that the verification of its ID tokens depends on.
public struct ProviderProfile: Sendable {
    /// The policy for a token whose required `nonce` is missing.
    public enum MissingNonce: Sendable {
        /// The token is refused with ``TokenError/Reason/nonce``.
        case refused
        /// The token is accepted if it contains `nonce_supported: false`, as tokens from old Apple systems do.
        case acceptedWhereUnsupported
    }

    /// The name that identities are stored under: `google` or `apple`.
    public var name: String
    /// All spellings of `iss` that the provider uses.
    public var issuers: [String]
    /// The only `alg` that is accepted in an ID token's header.
    public var algorithm: JWSAlgorithm
    /// The URL of the provider's JSON Web Key Set (RFC 7517).
    public var keysURL: String
    /// The mail domains that the provider runs itself. A verified address there belongs to the user who signs in; an
    /// address elsewhere may have changed its owner since the provider verified it.
    public var authoritativeEmailDomains: [String]
    /// True if the provider's claim `hd` means that the provider runs the address's domain, as with Google. For other
    /// providers the claim has no meaning.
    public var statesHostedDomains: Bool
    /// The policy for a token whose required `nonce` is missing.
    public var missingNonce: MissingNonce

    /// Creates a profile. By default, the algorithm is RS256, no address is authoritative, and a token without its
    /// required nonce is refused.
    public init(
        name: String,
        issuers: [String],
        algorithm: JWSAlgorithm = .rs256,
        keysURL: String,
        authoritativeEmailDomains: [String] = [],
        statesHostedDomains: Bool = false,
        missingNonce: MissingNonce = .refused
    ) {
        self.name = name
        self.issuers = issuers
        self.algorithm = algorithm
        self.keysURL = keysURL
        self.authoritativeEmailDomains = authoritativeEmailDomains
        self.statesHostedDomains = statesHostedDomains
        self.missingNonce = missingNonce
    }

    /// Google's profile. Google's tokens contain either spelling of the issuer.
    public static let google = ProviderProfile(
        name: "google",
        issuers: ["https://accounts.google.com", "accounts.google.com"],
        keysURL: "https://www.googleapis.com/oauth2/v3/certs",
        authoritativeEmailDomains: ["gmail.com"],
        statesHostedDomains: true)

    /// Apple's profile. Apple's tokens and its discovery document differ in the issuer.
    public static let apple = ProviderProfile(
        name: "apple",
        issuers: ["https://appleid.apple.com", "https://account.apple.com"],
        keysURL: "https://appleid.apple.com/auth/keys",
        authoritativeEmailDomains: ["icloud.com", "me.com", "mac.com", "privaterelay.appleid.com"])
}
