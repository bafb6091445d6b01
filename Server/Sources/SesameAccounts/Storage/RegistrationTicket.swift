public import Foundation

/// A verified identity that waits for its registration form. Only the ticket's digest is kept.
public struct RegistrationTicket: Sendable, Equatable {
    /// How long a ticket can be used, in seconds: a form of several steps fits in.
    public static let life: TimeInterval = 30 * 60

    /// SHA-256 of the ticket.
    public let digest: [UInt8]
    /// The app to register with.
    public let app: AppID
    /// Who vouches for the identity.
    public let provider: Provider
    /// The provider's id of the person.
    public let subject: String
    /// What the provider stated.
    public let claims: IdentityClaims
    /// The provider's refresh token, for the account to be made.
    public let token: SealedProviderToken?
    /// When the ticket can no longer be used.
    public let expiresAt: Date

    /// Makes a ticket.
    public init(
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
