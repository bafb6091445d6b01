public import Foundation

/// The identity claims of a verified provider token.
public struct VerifiedIdentity: Sendable, Hashable {
    /// Apple's estimate of whether the account belongs to a real person.
    public enum RealUserStatus: Int64, Sendable {
        /// The user's system does not support the estimate.
        case unsupported = 0
        /// Apple has no estimate.
        case unknown = 1
        /// Apple considers the user real.
        case likelyReal = 2
    }

    /// The provider, `google` or `apple`. Together with ``subject`` it is the only key of the identity.
    public var provider: String
    /// `sub`: the provider's id of the user, in printable ASCII.
    public var subject: String
    /// The app's client id that the token is for. An Apple refresh token belongs to the same client id.
    public var clientID: String
    /// `azp`: the client that obtained the token; nil if the token does not contain it.
    public var authorizedParty: String?
    /// `iat`: the time at which the token was issued.
    public var issuedAt: Date
    /// `exp`: the time at which the token expires.
    public var expiresAt: Date
    /// The time of the user's last authentication (`auth_time`); nil if the token does not contain it.
    public var authenticatedAt: Date?
    /// True if the token carries a nonce, expected or not.
    public var carriesNonce: Bool
    /// The SHA-256 of the token's decoded header and payload, which identifies the token in a check for reuse.
    public var tokenDigest: [UInt8]

    /// The email address. Never use it as a key: it may be missing, shared or reassigned.
    public var email: String?
    /// True if the provider has verified the address.
    public var emailVerified = false
    /// True if the provider has verified the address, and runs its mailbox or domain itself, so that the claim proves
    /// that the user owns the address (see ``ProviderProfile/authoritativeEmailDomains``).
    public var emailIsAuthoritative = false
    /// True if the address is one of Apple's relay addresses.
    public var isPrivateEmail = false
    /// The given name, which only Google's tokens contain.
    public var givenName: String?
    /// The family name, which only Google's tokens contain.
    public var familyName: String?
    /// The full name, which only Google's tokens contain.
    public var displayName: String?
    /// The https URL of the user's picture, which only Google's tokens contain.
    public var photoURL: String?
    /// The Google Workspace domain of the account; nil for other accounts.
    public var hostedDomain: String?
    /// Apple's estimate of whether the user is a real person, sent at the first sign-in on a device; nil if the token
    /// does not contain it.
    public var realUserStatus: RealUserStatus?
    /// The user's id at the team that receives the app, while Apple transfers the app between two teams.
    public var transferSubject: String?

    /// Creates an identity without the optional members.
    public init(
        provider: String,
        subject: String,
        clientID: String,
        issuedAt: Date,
        expiresAt: Date,
        carriesNonce: Bool,
        tokenDigest: [UInt8]
    ) {
        self.provider = provider
        self.subject = subject
        self.clientID = clientID
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.carriesNonce = carriesNonce
        self.tokenDigest = tokenDigest
    }
}

extension VerifiedIdentity: CustomStringConvertible, CustomReflectable {
    /// The provider and the client id. The other members are personal data and must not be logged.
    public var description: String { "VerifiedIdentity(\(provider), for \(clientID))" }

    /// A mirror without personal data.
    public var customMirror: Mirror { Mirror(self, children: ["provider": provider, "clientID": clientID]) }
}
