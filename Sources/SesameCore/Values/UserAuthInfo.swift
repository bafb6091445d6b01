public import Foundation

/// The signed-in user, as last reported by the server.
public struct UserAuthInfo: Sendable, Equatable {
    /// The account's id: random, made by the server, never derived from a provider's id.
    public var uid: String
    /// The e-mail address that the provider stated, if any.
    public var email: String?
    /// True if the account has no sign-in method yet.
    public var isAnonymous: Bool
    /// The creation of the account.
    public var creationDate: Date?
    /// The user's last sign-in.
    public var lastSignInDate: Date?
    /// The name to show.
    public var displayName: String?
    /// The picture's address.
    public var photoURL: URL?
    /// The linked providers, for example `google`.
    public var providers: [String]
    /// The role, in apps with roles.
    public var role: String?

    /// Makes the information.
    public init(
        uid: String, email: String? = nil, isAnonymous: Bool = false, creationDate: Date? = nil,
        lastSignInDate: Date? = nil, displayName: String? = nil, photoURL: URL? = nil, providers: [String] = [],
        role: String? = nil
    ) {
        self.uid = uid
        self.email = email
        self.isAnonymous = isAnonymous
        self.creationDate = creationDate
        self.lastSignInDate = lastSignInDate
        self.displayName = displayName
        self.photoURL = photoURL
        self.providers = providers
        self.role = role
    }
}

extension UserAuthInfo {
    /// True if the address is one of Apple's relay, which forwards mail to a person who hides their address. Show it as
    /// such, and register your senders at Apple:
    /// [Communicating using the private email relay service](https://developer.apple.com/documentation/signinwithapple/communicating-using-the-private-email-relay-service).
    public var hasPrivateRelayEmail: Bool {
        email?.lowercased().hasSuffix("@privaterelay.appleid.com") ?? false
    }
}

extension UserAuthInfo: Redacted {
    /// The account's id alone: what else there is belongs to the person and to no log.
    public var description: String { "UserAuthInfo(\(uid))" }
}
