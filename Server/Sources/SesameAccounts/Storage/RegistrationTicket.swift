package import Foundation

/// A ticket for a verified identity without an account, valid until its registration form is submitted. Only the
/// ticket's digest is stored.
package struct RegistrationTicket: Sendable, Equatable {
    /// The lifetime of a ticket, in seconds, long enough for a form of several steps.
    package static let lifetime: TimeInterval = 30 * 60

    /// The SHA-256 digest of the ticket.
    package let digest: [UInt8]
    /// The app of the registration.
    package let app: AppID
    /// The provider of the identity.
    package let provider: Provider
    /// The provider's id of the user, or its pseudonym in a pseudonymous app.
    package let subject: String
    /// The provider's claims.
    package let claims: IdentityClaims
    /// The provider's encrypted refresh token, stored with the account when it is created; nil if there is none.
    package let token: SealedProviderToken?
    /// The time at which the ticket expires.
    package let expiresAt: Date

    /// Creates a ticket with these values.
    package init(
        digest: [UInt8], app: AppID, provider: Provider, subject: String, claims: IdentityClaims,
        token: SealedProviderToken? = nil, expiresAt: Date
    ) {
        self.digest = digest
        self.app = app
        self.provider = provider
        self.subject = subject
        self.claims = claims
        self.token = token
        self.expiresAt = expiresAt
    }
}
