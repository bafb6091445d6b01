package import Foundation

/// A provider's identity of a user, linked to one account. Unique on (app, provider, subject).
package struct Identity: Sendable, Equatable {
    package let app: AppID
    package let provider: Provider
    /// The provider's id of the user, or its pseudonym in a pseudonymous app. Nothing else identifies the user.
    package let subject: String
    /// The account that the identity signs in to.
    package let account: AccountID
    /// The provider's latest claims. They are separate from the profile and never identify an account.
    package var claims: IdentityClaims
    /// The address that lets identities of other providers link to the account, in apps with ``EmailLinking/verified``;
    /// nil if there is none.
    package var linkableEmail: String?
    /// The time at which the identity was linked.
    package let createdAt: Date
    /// The provider's events about the identity since it was linked.
    package var status: IdentityStatus

    package init(
        app: AppID, provider: Provider, subject: String, account: AccountID, claims: IdentityClaims,
        linkableEmail: String? = nil, createdAt: Date, status: IdentityStatus = IdentityStatus()
    ) {
        self.app = app
        self.provider = provider
        self.subject = subject
        self.account = account
        self.claims = claims
        self.linkableEmail = linkableEmail
        self.createdAt = createdAt
        self.status = status
    }
}

/// A provider's claims about a user, apart from the id.
package struct IdentityClaims: Sendable, Equatable, Codable {
    /// The email address; nil if the provider stated none.
    package var email: String?
    /// True if the provider has verified the address.
    package var emailVerified: Bool
    /// True if the provider runs the mailbox or the domain, so that its claim proves that the user owns the address.
    package var emailIsAuthoritative: Bool
    /// True if the address is a relay that hides the real one.
    package var isPrivateEmail: Bool
    package var givenName: String?
    package var familyName: String?
    /// The full name.
    package var displayName: String?
    package var photoURL: String?

    package init(
        email: String? = nil, emailVerified: Bool = false, emailIsAuthoritative: Bool = false,
        isPrivateEmail: Bool = false, givenName: String? = nil, familyName: String? = nil, displayName: String? = nil,
        photoURL: String? = nil
    ) {
        self.email = email
        self.emailVerified = emailVerified
        self.emailIsAuthoritative = emailIsAuthoritative
        self.isPrivateEmail = isPrivateEmail
        self.givenName = givenName
        self.familyName = familyName
        self.displayName = displayName
        self.photoURL = photoURL
    }

    /// The name to show: the full name, or else the given and family names that are known; nil if there is none.
    package var nameToShow: String? {
        if let displayName { return displayName }
        let parts = [givenName, familyName].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Returns the claims with the client's unverified name added, unless the provider has stated a given or family
    /// name.
    func named(_ name: UnverifiedName?) -> IdentityClaims {
        guard let name, givenName == nil, familyName == nil else { return self }
        var claims = self
        claims.givenName = name.given
        claims.familyName = name.family
        return claims
    }

    /// Returns the claims with missing ones copied from earlier claims, because Apple states a name only once.
    func keeping(_ earlier: IdentityClaims) -> IdentityClaims {
        var claims = self
        if claims.email == nil {
            claims.email = earlier.email
            claims.emailVerified = earlier.emailVerified
            claims.emailIsAuthoritative = earlier.emailIsAuthoritative
            claims.isPrivateEmail = earlier.isPrivateEmail
        }
        claims.givenName = claims.givenName ?? earlier.givenName
        claims.familyName = claims.familyName ?? earlier.familyName
        claims.displayName = claims.displayName ?? earlier.displayName
        claims.photoURL = claims.photoURL ?? earlier.photoURL
        return claims
    }
}
