package import Foundation

/// A verified identity that waits for its registration form. Only the ticket's digest is kept.
package struct RegistrationTicket: Sendable, Equatable {
    /// The seconds that a ticket is valid: a form of several steps fits in.
    package static let life: TimeInterval = 30 * 60

    /// SHA-256 of the ticket.
    package let digest: [UInt8]
    /// The app to register with.
    package let app: AppID
    /// The provider of the identity.
    package let provider: Provider
    /// The provider's id of the person.
    package let subject: String
    /// The provider's claims.
    package let claims: IdentityClaims
    /// The provider's refresh token, for the account to be made.
    package let token: SealedProviderToken?
    /// The time at which the ticket expires.
    package let expiresAt: Date

    /// Makes a ticket.
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
