package import Foundation

/// A ticket for a verified identity without an account, valid for one registration within ``lifetime``. Only the
/// ticket's digest is stored.
package struct RegistrationTicket: Sendable, Equatable {
    /// The lifetime of a ticket, in seconds, long enough for a form of several steps.
    package static let lifetime: TimeInterval = 30 * 60

    /// The SHA-256 digest of the ticket.
    package let digest: [UInt8]
    package let app: AppID
    package let provider: Provider
    /// The provider's id of the user, or its pseudonym in a pseudonymous app.
    package let subject: String
    /// The claims of the provider's ID token, with the client's unverified name if the token has none. They are stored
    /// with the identity when the account is created.
    package let claims: IdentityClaims
    /// The provider's encrypted refresh token, stored with the account when it is created; nil if there is none.
    package let token: SealedProviderToken?
    package let expiresAt: Date

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
