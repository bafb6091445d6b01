public import Foundation

/// An event in a provider's notification, usually about one of the provider's accounts.
public struct ProviderEvent: Sendable, Hashable {
    /// The reported change, with its details.
    public let kind: Kind
    /// The provider's id of the user; nil if the event does not identify the user, if it does so in an unknown format,
    /// or if the event's kind is unknown.
    public let subject: String?
    /// The time of the event; the time of the notification if the event has none, or if it is an Apple event of an
    /// unknown kind. For a known kind, a time in seconds becomes the end of its second, because the order of events
    /// within a second is unknown.
    public let at: Date

    /// Creates an event. `subject` is the provider's id of the user, or nil if the event identifies no user.
    public init(_ kind: Kind, of subject: String?, at: Date) {
        self.kind = kind
        self.subject = subject
        self.at = at
    }

    /// The change that the provider reports, with its details.
    public enum Kind: Sendable, Hashable {
        /// The user withdrew their consent to use the provider's account with the app. Google calls this revoked
        /// tokens.
        case consentRevoked
        /// The account at the provider was deleted for good; no further sign-in with it is possible.
        case accountDeleted
        /// Forwarding of email from the relay address to the user was turned on or off.
        case emailForwarding(isOn: Bool, address: String?, isPrivate: Bool)
        /// The provider ended its own sessions of the account.
        case sessionsRevoked
        /// One of the provider's refresh tokens was revoked. The event identifies the token only by a part or a digest
        /// of it.
        case tokenRevoked
        /// The provider disabled the account.
        case accountDisabled(DisablingReason)
        /// The provider enabled the account again.
        case accountEnabled
        /// The user must choose new credentials at the provider.
        case credentialChangeRequired
        /// A test event that the operator requested, with the text that the operator attached to the request.
        case verification(state: String?)
        /// An event of an unknown kind, with the provider's name of the kind.
        case unknown(String)
    }

    /// The `reason` in Google's `account-disabled` event.
    public enum DisablingReason: String, Sendable, Hashable {
        /// The account was hijacked.
        case hijacking
        /// The account is one of many that were created in bulk.
        case bulkAccount = "bulk-account"
        /// The provider gives no reason, or an unknown one.
        case unstated
    }
}

extension ProviderEvent: CustomStringConvertible, CustomReflectable {
    /// The kind's name alone, because the subject must not be logged.
    public var description: String { "ProviderEvent(\(kind.name))" }

    /// A mirror without personal data.
    public var customMirror: Mirror { Mirror(self, children: ["kind": kind.name, "at": at]) }
}

extension ProviderEvent.Kind {
    /// A name for logs, without personal data.
    public var name: String {
        switch self {
        case .consentRevoked: "consent-revoked"
        case .accountDeleted: "account-deleted"
        case .emailForwarding(isOn: true, _, _): "email-enabled"
        case .emailForwarding(isOn: false, _, _): "email-disabled"
        case .sessionsRevoked: "sessions-revoked"
        case .tokenRevoked: "token-revoked"
        case .accountDisabled: "account-disabled"
        case .accountEnabled: "account-enabled"
        case .credentialChangeRequired: "account-credential-change-required"
        case .verification: "verification"
        case .unknown(let name): String(name.prefix(100))
        }
    }
}
