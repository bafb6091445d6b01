public import Foundation

/// Something that happened to an account and matters for its safety. Holds nothing personal and no secret.
public struct SecurityEvent: Sendable, Equatable {
    /// How long events are kept, in seconds.
    public static let retention: TimeInterval = 90 * 86_400

    /// What happened.
    public let kind: Kind
    /// The app.
    public let app: AppID
    /// The account.
    public let account: AccountID
    /// The session, if one is concerned.
    public let session: SessionID?
    /// When.
    public let at: Date
    /// The request that caused it.
    public let requestID: String

    /// Makes an event.
    public init(
        kind: Kind, app: AppID, account: AccountID, session: SessionID?, at: Date, requestID: String
    ) {
        self.kind = kind
        self.app = app
        self.account = account
        self.session = session
        self.at = at
        self.requestID = requestID
    }

    /// A kind of event.
    public enum Kind: String, Sendable {
        /// The account was made.
        case accountCreated = "account_created"
        /// A session began.
        case signedIn = "signed_in"
        /// A provider's identity was bound to the account.
        case identityLinked = "identity_linked"
        /// A provider's identity was taken from the account.
        case identityUnlinked = "identity_unlinked"
        /// An identity that was to be linked has an account of its own: noted for both.
        case linkConflicted = "link_conflicted"
        /// The person left such an identity with its account.
        case linkKept = "link_kept"
        /// The account became one with another: noted for both.
        case accountsMerged = "accounts_merged"
        /// The person proved again who they are.
        case confirmed = "confirmed"
        /// A session was ended by its owner.
        case signedOut = "signed_out"
        /// A session was ended, the oldest of too many, when another one began.
        case sessionReplaced = "session_replaced"
        /// A refresh was answered again, because its first answer seems to have been lost.
        case refreshRepeated = "refresh_repeated"
        /// An old refresh token came back, and its session was ended.
        case refreshReuseDetected = "refresh_reuse_detected"
        /// A code came back after its exchange, and the session that it began was ended.
        case codeReuseDetected = "code_reuse_detected"
        /// A client tried to change a profile field that is the server's or a provider's.
        case readOnlyFieldRefused = "read_only_field_refused"
        /// A device was registered for pushes.
        case deviceAdded = "device_added"
        /// A device's registration was taken back, or the push service does not know it any more.
        case deviceRemoved = "device_removed"
        /// A device was registered by somebody else, and pushes to this account do not reach it any more.
        case deviceMoved = "device_moved"
        /// The push service says that a device belongs to another project than the app's: the operator's mistake.
        case pushSenderMismatched = "push_sender_mismatched"
        /// The person withdrew their consent at a provider.
        case consentRevoked = "consent_revoked"
        /// The person gave up the account at a provider that they had signed in with.
        case providerAccountDeleted = "provider_account_deleted"
        /// A provider ended its own sessions of the person.
        case providerSessionsRevoked = "provider_sessions_revoked"
        /// A provider closed the account that the person signed in with.
        case providerAccountDisabled = "provider_account_disabled"
        /// A provider opened it again.
        case providerAccountEnabled = "provider_account_enabled"
        /// A provider wants the person to choose new credentials there.
        case credentialChangeRequired = "credential_change_required"
        /// Mail to the person's relay address does not reach them any more.
        case emailForwardingStopped = "email_forwarding_stopped"
        /// Mail to the person's relay address reaches them again.
        case emailForwardingResumed = "email_forwarding_resumed"
        /// The operator closed the account.
        case accountDisabled = "account_disabled"
        /// The operator opened the account again.
        case accountEnabled = "account_enabled"
        /// All that is kept about the account was handed out.
        case dataExported = "data_exported"
        /// The account was deleted.
        case accountDeleted = "account_deleted"
    }
}
