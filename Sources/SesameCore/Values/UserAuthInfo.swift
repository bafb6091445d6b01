public import Foundation

/// The signed-in user, as last reported by the server.
public struct UserAuthInfo: Sendable, Equatable {
    /// The account's id, which is never derived from a provider's id. A Sesame server creates random ids.
    public var uid: String
    /// The email address, from a provider or entered by the user; nil if none.
    public var email: String?
    /// True if the account has no sign-in method yet.
    public var isAnonymous: Bool
    /// The date of the account's creation; nil if the back end does not report it.
    public var creationDate: Date?
    /// The date of the user's last sign-in; nil if the back end does not report it.
    public var lastSignInDate: Date?
    /// The name to display; nil if the back end has none.
    public var displayName: String?
    /// The URL of the user's picture; nil if the back end has none.
    public var photoURL: URL?
    /// The names of the account's sign-in methods, for example `google` or `password`; empty for a guest.
    public var providers: [String]
    /// The role, in apps with roles; otherwise nil.
    public var role: String?

    /// Creates a user as a back end reports it; only the id is required.
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
    /// True if the address belongs to Apple's private email relay, which forwards email to a user with a hidden
    /// address. Show it as a relay address, and register your senders at Apple; see its
    /// [documentation](https://developer.apple.com/documentation/signinwithapple/communicating-using-the-private-email-relay-service).
    public var hasPrivateRelayEmail: Bool {
        email?.lowercased().hasSuffix("@privaterelay.appleid.com") ?? false
    }
}

extension UserAuthInfo: Redacted {
    /// The account's id alone, because the other values are personal and must not reach a log.
    public var description: String { "UserAuthInfo(\(uid))" }
}
