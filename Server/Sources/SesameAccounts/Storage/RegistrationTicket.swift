package import Foundation

/// A verified identity that waits for its registration form. Only the ticket's digest is stored.
package struct RegistrationTicket: Sendable, Equatable {
    /// The lifetime of a ticket, in seconds, long enough for a form of several steps.
    package static let lifetime: TimeInterval = 30 * 60

    /// SHA-256 of the ticket.
    package let digest: [UInt8]
    /// The app of the registration.
    package let app: AppID
    /// The provider of the identity.
    package let provider: Provider
    /// The provider's id of the user.
    package let subject: String
    /// The provider's claims.
    package let claims: IdentityClaims
    /// The provider's refresh token, for the account to be created.
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
