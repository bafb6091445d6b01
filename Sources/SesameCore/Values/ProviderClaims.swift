public import Foundation

/// One provider's claims about a user.
public struct ProviderClaims: Sendable, Equatable, Redacted {
    /// The provider, for example `google`.
    public var provider: String
    /// The email address.
    public var email: String?
    /// True if the provider has verified the address.
    public var emailVerified: Bool
    /// The given name.
    public var givenName: String?
    /// The family name.
    public var familyName: String?
    /// The full name.
    public var displayName: String?
    /// The picture's URL.
    public var photoURL: URL?

    /// Creates claims with these values.
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
