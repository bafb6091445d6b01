package import Foundation

/// Something that happened and matters for safety: to an account, or to the server. Holds nothing personal and no secret.
package struct SecurityEvent: Sendable, Equatable {
    /// How long events are kept at most, in seconds.
    package static let retention: TimeInterval = 90 * 86_400

    /// What happened.
    package let kind: Kind
    /// The app, if one is concerned.
    package let app: AppID?
    /// The account, if one is concerned.
    package let account: AccountID?
    /// The session, if one is concerned.
    package let session: SessionID?
    /// When.
    package let at: Date
    /// The request that caused it.
    package let requestID: String
    /// A word that says more: the way to sign in, the code of a refusal, the fields that were changed, the id of
    /// the account that stays after a merge or of the admin key concerned.
    package var detail: String?
    /// The network that the request came from, such as `203.0.113.0/24`: never a whole address.
    package var network: String?
    /// The id of the admin key by which the operator did it; nil where it was not the operator.
    package var actor: String?
    /// How often it happened since the last one like it, where such events are counted; else 1.
    package var count: Int

    /// Makes an event that no client caused, or of which nothing more is known.
    package init(
        kind: Kind, app: AppID?, account: AccountID?, session: SessionID?, at: Date, requestID: String,
        detail: String? = nil, network: String? = nil, actor: String? = nil, count: Int = 1
    ) {
        self.kind = kind
        self.app = app
        self.account = account
        self.session = session
        self.at = at
        self.requestID = requestID
        self.detail = detail
        self.network = network
        self.actor = actor
        self.count = count
    }

    /// Makes an event that a request caused.
    package init(
        kind: Kind, app: AppID?, account: AccountID?, session: SessionID?, at: Date, context: RequestContext,
        detail: String? = nil
    ) {
        self.init(
            kind: kind, app: app, account: account, session: session, at: at, requestID: context.requestID,
            detail: detail, network: context.network, actor: context.actor)
    }

    /// A kind of event.
    package enum Kind: String, Sendable, CaseIterable {
        /// The account was made.
        case accountCreated = "account_created"
        /// A session began.
        case signedIn = "signed_in"
        /// The first proof of a sign-in was right, and the second is awaited.
        case secondFactorRequired = "second_factor_required"
        /// A second factor was added.
        case secondFactorAdded = "second_factor_added"
        /// A second factor was taken away.
        case secondFactorRemoved = "second_factor_removed"
        /// New recovery codes took the place of the earlier ones.
        case recoveryCodesMade = "recovery_codes_made"
        /// A recovery code was used in place of a second factor.
        case recoveryCodeUsed = "recovery_code_used"
        /// A provider's identity was bound to the account.
        case identityLinked = "identity_linked"
        /// A provider's identity was taken from the account.
        case identityUnlinked = "identity_unlinked"
        /// An address, a number or a name of this server's own became a way to sign in.
        case loginAdded = "login_added"
        /// It is none any more.
        case loginRemoved = "login_removed"
        /// Somebody showed that what is sent to the address or the number reaches them.
        case loginVerified = "login_verified"
        /// A password was chosen, by its person or by a code that was mailed to them.
        case passwordChanged = "password_changed"
        /// An identity that was to be linked has an account of its own: noted for both.
        case linkConflicted = "link_conflicted"
        /// The person left such an identity with its account.
        case linkKept = "link_kept"
        /// The account became one with another: noted for both, with the id of the one that stays.
        case accountsMerged = "accounts_merged"
        /// A merge was undone: noted for both accounts, with the id of the one that had stayed.
        case mergeUndone = "merge_undone"
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
        /// The operator changed the profile.
        case profileChanged = "profile_changed"
        /// A device was registered for pushes.
        case deviceAdded = "device_added"
        /// A device's registration was taken back, or the push service does not know it any more.
        case deviceRemoved = "device_removed"
        /// A device was registered by somebody else, and pushes to this account do not reach it any more.
        case deviceMoved = "device_moved"
        /// The push service says that a device belongs to another project than the app's: the operator's mistake.
        case pushSenderMismatched = "push_sender_mismatched"
        /// Credentials were refused. Counted by app, network and reason, and noted about once a minute.
        case signInFailed = "sign_in_failed"
        /// A call was refused: no credential, or not one for this. Counted like failed sign-ins.
        case accessRefused = "access_refused"
        /// Somebody asked too often. Counted like failed sign-ins.
        case rateLimited = "rate_limited"
        /// Messages have reached a cap of their day: what follows is refused. Once a day for each counter.
        case messageCapReached = "message_cap_reached"
        /// The operator ended a session.
        case sessionRevoked = "session_revoked"
        /// A push was accepted from the operator's back end.
        case pushAccepted = "push_accepted"
        /// An admin key was made.
        case adminKeyCreated = "admin_key_created"
        /// An admin key was used, at most one event in ten minutes.
        case adminKeyUsed = "admin_key_used"
        /// Another key took an admin key's place.
        case adminKeyRotated = "admin_key_rotated"
        /// An admin key was revoked.
        case adminKeyRevoked = "admin_key_revoked"
        /// The operator had the next signing key made.
        case signingKeyRotated = "signing_key_rotated"
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
