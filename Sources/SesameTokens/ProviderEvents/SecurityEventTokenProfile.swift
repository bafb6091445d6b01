import SesameCore

/// The properties of one provider's notifications: Google's security event tokens (RFC 8417), or Apple's
/// server-to-server notifications, which have a similar form.
public struct SecurityEventTokenProfile: Sendable {
    /// The rule for how long a notification is valid.
    public enum Validity: Sendable {
        /// Valid until its `exp`, which is required.
        case untilExpiry
        /// Valid for this duration after its `iat`. An `exp` is not expected, and is ignored if present.
        case sinceIssued(Duration)
    }

    /// All spellings of `iss` that the provider uses.
    public var issuers: [String]
    /// The only `alg` that is accepted in a notification's header.
    public var algorithm: JWSAlgorithm
    /// The URL of the provider's JSON Web Key Set (RFC 7517).
    public var keysURL: String
    /// The rule for how long a notification is valid: Apple's until its `exp`, Google's for 30 days after its `iat`.
    public var validity: Validity
    /// The function that extracts the events of a verified notification.
    public var events: @Sendable (VerifiedSecurityEventToken) throws(TokenError) -> [ProviderEvent]

    /// Creates the profile of a provider, whose notifications are signed with RS256 by default.
    public init(
        issuers: [String], algorithm: JWSAlgorithm = .rs256, keysURL: String, validity: Validity,
        events: @escaping @Sendable (VerifiedSecurityEventToken) throws(TokenError) -> [ProviderEvent]
    ) {
        self.issuers = issuers
        self.algorithm = algorithm
        self.keysURL = keysURL
        self.validity = validity
        self.events = events
    }

    /// Apple's server-to-server notifications, signed with the keys of its ID tokens.
    public static let apple = SecurityEventTokenProfile(
        issuers: ProviderProfile.apple.issuers, keysURL: ProviderProfile.apple.keysURL, validity: .untilExpiry,
        events: ProviderEvent.apple)

    /// Google's Cross-Account Protection. Google's documentation writes the issuer with a trailing slash; tokens
    /// without it have been seen. Google retries the delivery of a token for some days.
    public static let google = SecurityEventTokenProfile(
        issuers: ["https://accounts.google.com/", "https://accounts.google.com"],
        keysURL: ProviderProfile.google.keysURL, validity: .sinceIssued(.seconds(30 * 86_400)),
        events: ProviderEvent.google)
}
