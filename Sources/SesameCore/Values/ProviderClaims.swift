public import Foundation

/// One provider's claims about a user.
public struct ProviderClaims: Sendable, Equatable, Redacted {
    /// The provider, for example `google`.
    public var provider: String
    /// The email address; nil if the provider did not share one.
    public var email: String?
    /// True if the provider has verified the address.
    public var emailVerified: Bool
    /// The given name; nil if the provider did not share it.
    public var givenName: String?
    /// The family name; nil if the provider did not share it.
    public var familyName: String?
    /// The full name, for display; nil if the provider did not share it.
    public var displayName: String?
    /// The URL of the user's picture; nil if the provider did not share one.
    public var photoURL: URL?

    package init(
        provider: String, email: String? = nil, emailVerified: Bool = false, givenName: String? = nil,
        familyName: String? = nil, displayName: String? = nil, photoURL: URL? = nil
    ) {
        self.provider = provider
        self.email = email
        self.emailVerified = emailVerified
        self.givenName = givenName
        self.familyName = familyName
        self.displayName = displayName
        self.photoURL = photoURL
    }
}
