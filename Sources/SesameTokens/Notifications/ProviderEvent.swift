public import Foundation

/// One thing that a provider tells about one of its accounts.
public struct ProviderEvent: Sendable, Hashable {
    /// The kind.
    public let kind: Kind
    /// The provider's id of the person; nil where the event is about no person, or names them in a way that we do not
    /// know.
    public let subject: String?
    /// The time. Where the provider counts seconds, the end of that second: what happened in it cannot be told apart.
    public let at: Date

    /// Makes an event.
    public init(_ kind: Kind, of subject: String?, at: Date) {
        self.kind = kind
        self.subject = subject
        self.at = at
    }

    /// The kind of an event.
    public enum Kind: Sendable, Hashable {
        /// The person does not want to use the provider's account with the app any more. Google's name for it is that
        /// the tokens are revoked.
        case consentRevoked
        /// The person has given up the account at the provider: nobody will sign in with it again.
        case accountDeleted
        /// Mail to the relay address reaches the person, or does so no more.
        case emailForwarding(isOn: Bool, address: String?, isPrivate: Bool)
        /// The provider ended the account's sessions of its own.
        case sessionsRevoked
        /// One refresh token of the provider's is no longer good. It is known by a part or a digest of it alone.
        case tokenRevoked
        /// The provider closed the account.
        case accountDisabled(DisablingReason)
        /// The provider opened the account again.
        case accountEnabled
        /// The person is to choose new credentials at the provider.
        case credentialChangeRequired
        /// A test of the stream that the operator asked for, with what they wanted to find in their log.
        case verification(state: String?)
        /// Something that we do not know, by its name.
        case unknown(String)
    }

    /// The reason why a provider disabled an account.
    public enum DisablingReason: String, Sendable, Hashable {
        /// Somebody else has it.
        case hijacking
        /// It is one of many that somebody made.
        case bulkAccount = "bulk-account"
        /// The provider does not say, or in a word that we do not know.
        case unstated
    }
}

extension ProviderEvent: CustomStringConvertible, CustomReflectable {
    /// The kind's name: whom the event is about belongs to no log.
    public var description: String { "ProviderEvent(\(kind.name))" }

    /// A mirror of what says nothing about the person.
    public var customMirror: Mirror { Mirror(self, children: ["kind": kind.name, "at": at]) }
}

extension ProviderEvent.Kind {
    /// A name for logs. Holds nothing personal.
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
