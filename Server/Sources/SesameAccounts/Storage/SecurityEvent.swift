package import Foundation

/// A security-relevant event of an account or of the server. It contains no secret, email address, phone number or full
/// IP address.
package struct SecurityEvent: Sendable, Equatable {
    /// The default and maximum retention time of a stored event, in seconds.
    package static let retention: TimeInterval = 90 * 86_400

    package let kind: Kind
    /// The app of the event; nil for an event of the server.
    package let app: AppID?
    /// The account of the event; nil if it concerns no account.
    package let account: AccountID?
    /// The session of the event; nil if it concerns no session.
    package let session: SessionID?
    package let at: Date
    /// The id of the request that caused the event.
    package let requestID: String
    /// A detail of the event, depending on its kind: for example the sign-in method, the error code, the changed
    /// fields, the id of the account that survives a merge, or the id of the admin key. Nil if the kind has none.
    package var detail: String?
    /// The network of the request, such as `203.0.113.0/24`, never a full IP address; nil if it is not stored.
    package var network: String?
    /// The id of the admin key that caused the event; nil if no admin key did.
    package var actor: String?
    /// The number of occurrences: for events that are counted, those since the last event with the same kind, app,
    /// network and error code; otherwise 1.
    package var count: Int

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

    /// Creates an event from the request that caused it.
    package init(
        kind: Kind, app: AppID?, account: AccountID?, session: SessionID?, at: Date, context: RequestContext,
        detail: String? = nil
    ) {
        self.init(
            kind: kind, app: app, account: account, session: session, at: at, requestID: context.requestID,
            detail: detail, network: context.network, actor: context.actor)
    }

    /// The kind of an event; the raw value is its name in storage and in the API.
    package enum Kind: String, Sendable, CaseIterable {
        case accountCreated = "account_created"
        /// A session started. Detail: the sign-in method.
        case signedIn = "signed_in"
        /// The first factor of a sign-in was accepted, and a second factor is required. Detail: the sign-in method.
        case secondFactorRequired = "second_factor_required"
        /// A second factor was added. Detail: its kind.
        case secondFactorAdded = "second_factor_added"
        /// A second factor was removed. Detail: its kind.
        case secondFactorRemoved = "second_factor_removed"
        /// Recovery codes were created; earlier ones are invalid.
        case recoveryCodesMade = "recovery_codes_made"
        /// A recovery code was used in place of a second factor.
        case recoveryCodeUsed = "recovery_code_used"
        /// A provider's identity was linked. Detail: the provider.
        case identityLinked = "identity_linked"
        /// A provider's identity was removed. Detail: the provider.
        case identityUnlinked = "identity_unlinked"
        /// An address, number or custom id became a sign-in method. Detail: its kind.
        case loginAdded = "login_added"
        /// A local credential was removed. Detail: its kind.
        case loginRemoved = "login_removed"
        /// A local credential was verified. Detail: its kind.
        case loginVerified = "login_verified"
        /// A password was set, changed or removed.
        case passwordChanged = "password_changed"
        /// An identity to be linked belongs to another account. Recorded for both accounts.
        case linkConflicted = "link_conflicted"
        /// The user kept the current account, and left a conflicting identity with its account.
        case linkKept = "link_kept"
        /// Two accounts were merged. Recorded for both. Detail: the survivor's id.
        case accountsMerged = "accounts_merged"
        /// A merge was undone. Recorded for both. Detail: the id of the former survivor.
        case mergeUndone = "merge_undone"
        /// The user reauthenticated.
        case confirmed = "confirmed"
        /// A session ended: the user signed out, ended the session or switched to another account, or it was ended by a
        /// change in another session, such as a new password.
        case signedOut = "signed_out"
        /// A new session exceeded the app's maximum, and the oldest session was ended.
        case sessionReplaced = "session_replaced"
        /// A refresh was repeated: a response was lost, or a request was sent twice.
        case refreshRepeated = "refresh_repeated"
        /// An old refresh token was replayed, and its session was ended.
        case refreshReuseDetected = "refresh_reuse_detected"
        /// An authorization code was replayed, and the session that it had started was ended.
        case codeReuseDetected = "code_reuse_detected"
        /// A client tried to change a profile field that only the server or a provider sets.
        case readOnlyFieldRefused = "read_only_field_refused"
        /// An operator or back end changed the profile. Detail: up to eight field names.
        case profileChanged = "profile_changed"
        /// A device was registered for push notifications.
        case deviceAdded = "device_added"
        /// A device's registration was removed, or the push service no longer knows it.
        case deviceRemoved = "device_removed"
        /// Another user registered the device; the account's push notifications no longer reach it.
        case deviceMoved = "device_moved"
        /// The device and the app's service account belong to different Firebase projects.
        case pushSenderMismatched = "push_sender_mismatched"
        /// A sign-in was rejected, for example because of a wrong password. Counted by app, network and code. Detail:
        /// the error code.
        case signInFailed = "sign_in_failed"
        /// A request without a valid or sufficient credential, or to a disabled account, was refused. Counted. Detail:
        /// the error code.
        case accessRefused = "access_refused"
        /// A request exceeded a rate limit. Counted. Detail: the error code.
        case rateLimited = "rate_limited"
        /// Messages reached a daily cap. Detail: the cap, such as `text_country_33`.
        case messageCapReached = "message_cap_reached"
        /// An operator ended a session.
        case sessionRevoked = "session_revoked"
        /// A push notification was accepted from a back end. Detail: its id.
        case pushAccepted = "push_accepted"
        /// An admin key was created. Detail: its id.
        case adminKeyCreated = "admin_key_created"
        /// An admin key was used; at most one event in ten minutes. Detail: its id.
        case adminKeyUsed = "admin_key_used"
        /// An admin key was rotated. Detail: its id.
        case adminKeyRotated = "admin_key_rotated"
        /// An admin key was revoked. Detail: its id.
        case adminKeyRevoked = "admin_key_revoked"
        /// An operator rotated the signing key. Detail: `scheduled` or `at_once`.
        case signingKeyRotated = "signing_key_rotated"
        /// The user revoked their consent at a provider.
        case consentRevoked = "consent_revoked"
        /// The user deleted their account at a provider.
        case providerAccountDeleted = "provider_account_deleted"
        /// A provider ended its own sessions of the user.
        case providerSessionsRevoked = "provider_sessions_revoked"
        /// The user's account with a provider was disabled.
        case providerAccountDisabled = "provider_account_disabled"
        /// The user's account with a provider was enabled again.
        case providerAccountEnabled = "provider_account_enabled"
        /// A provider requires new credentials of the user.
        case credentialChangeRequired = "credential_change_required"
        /// The user's relay address stopped forwarding email.
        case emailForwardingStopped = "email_forwarding_stopped"
        /// The user's relay address forwards email again.
        case emailForwardingResumed = "email_forwarding_resumed"
        /// An operator or the user disabled the account.
        case accountDisabled = "account_disabled"
        /// An operator enabled the account again.
        case accountEnabled = "account_enabled"
        /// The account's data was exported.
        case dataExported = "data_exported"
        case accountDeleted = "account_deleted"
    }
}
