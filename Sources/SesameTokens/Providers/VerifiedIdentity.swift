public import Foundation

/// The verified claims of a provider about who signed in: only what was in a token that was verified.
public struct VerifiedIdentity: Sendable, Hashable {
    /// Apple's guess whether a person is behind the account.
    public enum RealUserStatus: Int64, Sendable {
        /// The system cannot tell.
        case unsupported = 0
        /// Apple cannot tell.
        case unknown = 1
        /// Apple is confident.
        case likelyReal = 2
    }

    /// `google` or `apple`: with ``subject`` the only key of the identity.
    public var provider: String
    /// `sub`.
    public var subject: String
    /// The app's client id that the token is for; an Apple refresh token belongs to the same one.
    public var clientID: String
    /// `azp`: the client that obtained the token.
    public var authorizedParty: String?
    /// The time at which the token was issued.
    public var issuedAt: Date
    /// The time at which the token expires.
    public var expiresAt: Date
    /// The user's last proof of who they are, if the provider says so.
    public var authenticatedAt: Date?
    /// True if the token carries a nonce, expected or not.
    public var carriesNonce: Bool
    /// SHA-256 of the token's decoded content, the same for all its spellings: the key for single use.
    public var tokenDigest: [UInt8]

    /// The address. Never a key: it may be missing, shared or handed on.
    public var email: String?
    /// True if the provider has verified the address.
    public var emailVerified = false
    /// True if the provider itself runs the mailbox or the domain, so that the address proves who it is (see
    /// ``ProviderProfile/ownMailDomains``).
    public var emailIsAuthoritative = false
    /// True if the address is Apple's relay.
    public var isPrivateEmail = false
    /// Given name (Google).
    public var givenName: String?
    /// Family name (Google).
    public var familyName: String?
    /// Full name (Google).
    public var displayName: String?
    /// Address of a picture, https only (Google).
    public var photoURL: String?
    /// Google Workspace domain that the account belongs to.
    public var hostedDomain: String?
    /// Apple's guess, at the first sign-in on a device.
    public var realUserStatus: RealUserStatus?
    /// The subject under the team that receives the app, while Apple transfers it.
    public var transferSubject: String?

    /// An identity without what is optional.
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
    /// The provider and the client id: what else there is belongs to the person and to no log.
    public var description: String { "VerifiedIdentity(\(provider), for \(clientID))" }

    /// A mirror of what says nothing about the person.
    public var customMirror: Mirror { Mirror(self, children: ["provider": provider, "clientID": clientID]) }
}
