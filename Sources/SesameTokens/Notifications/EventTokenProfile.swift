import SesameCore

/// The particulars of one provider's notifications: security event tokens (RFC 8417) in all but name at Apple, in every
/// respect at Google.
public struct EventTokenProfile: Sendable {
    /// The validity of a notification.
    public enum Validity: Sendable {
        /// Until its `exp`, which it must have.
        case untilExpiry
        /// So long after its `iat`. It has no `exp`, and one that it has counts for nothing.
        case sinceIssued(Duration)
    }

    /// Every spelling of `iss` that the provider uses.
    public var issuers: [String]
    /// The algorithm of its tokens.
    public var algorithm: JWSAlgorithm
    /// The address of its published keys.
    public var keysURL: String
    /// The validity of a notification.
    public var validity: Validity
    /// Reads what a verified notification says.
    public var events: @Sendable (VerifiedEventToken) throws(TokenError) -> [ProviderEvent]

    /// A profile.
    public init(
        issuers: [String], algorithm: JWSAlgorithm = .rs256, keysURL: String, validity: Validity,
        events: @escaping @Sendable (VerifiedEventToken) throws(TokenError) -> [ProviderEvent]
    ) {
        self.issuers = issuers
        self.algorithm = algorithm
        self.keysURL = keysURL
        self.validity = validity
        self.events = events
    }

    /// Apple's server-to-server notifications, signed with the keys of its ID tokens.
    public static let apple = EventTokenProfile(
        issuers: ProviderProfile.apple.issuers, keysURL: ProviderProfile.apple.keysURL, validity: .untilExpiry,
        events: ProviderEvent.apple)

    /// Google's Cross-Account Protection. Its documents name the issuer with a slash at the end, its tokens have been
    /// seen without. It goes on trying for some days to deliver a token.
    public static let google = EventTokenProfile(
        issuers: ["https://accounts.google.com/", "https://accounts.google.com"],
        keysURL: ProviderProfile.google.keysURL, validity: .sinceIssued(.seconds(30 * 86_400)),
        events: ProviderEvent.google)
}
