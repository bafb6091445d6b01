import SesameCore

/// The particulars of one identity provider.
public struct ProviderProfile: Sendable {
    /// The handling of a token without `nonce` that should have one.
    public enum MissingNonce: Sendable {
        /// Refused.
        case refused
        /// Accepted if the signed token itself says `nonce_supported: false`: old systems of Apple's.
        case acceptedWhereUnsupported
    }

    /// The name under which identities are stored: `google`, `apple`.
    public var name: String
    /// Every spelling of `iss` that the provider uses.
    public var issuers: [String]
    /// The algorithm of its tokens.
    public var algorithm: JWSAlgorithm
    /// The address of its published keys.
    public var keysURL: String
    /// The mail domains that the provider runs itself: a verified address there belongs to the person who signs in,
    /// whereas one elsewhere may have changed hands since the provider looked.
    public var ownMailDomains: [String]
    /// True if the provider's claim `hd` says that it runs the domain of the address: Google's does. Of another provider it
    /// says nothing.
    public var statesHostedDomains: Bool
    /// The handling of a token without `nonce` that should have one.
    public var missingNonce: MissingNonce

    /// A profile.
    public init(
        name: String,
        issuers: [String],
        algorithm: JWSAlgorithm = .rs256,
        keysURL: String,
        ownMailDomains: [String] = [],
        statesHostedDomains: Bool = false,
        missingNonce: MissingNonce = .refused
    ) {
        self.name = name
        self.issuers = issuers
        self.algorithm = algorithm
        self.keysURL = keysURL
        self.ownMailDomains = ownMailDomains
        self.statesHostedDomains = statesHostedDomains
        self.missingNonce = missingNonce
    }

    /// Google.
    public static let google = ProviderProfile(
        name: "google",
        issuers: ["https://accounts.google.com", "accounts.google.com"],
        keysURL: "https://www.googleapis.com/oauth2/v3/certs",
        ownMailDomains: ["gmail.com"],
        statesHostedDomains: true)

    /// Apple, whose tokens and discovery document do not agree on one issuer.
    public static let apple = ProviderProfile(
        name: "apple",
        issuers: ["https://appleid.apple.com", "https://account.apple.com"],
        keysURL: "https://appleid.apple.com/auth/keys",
        ownMailDomains: ["icloud.com", "me.com", "mac.com", "privaterelay.appleid.com"])
}
