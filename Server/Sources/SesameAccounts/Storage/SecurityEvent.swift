package import Foundation

/// Something that happened and matters for safety: to an account, or to the server. Holds nothing personal and no secret.
package struct SecurityEvent: Sendable, Equatable {
    /// The most seconds that events are kept.
    package static let retention: TimeInterval = 90 * 86_400

    /// The kind.
    package let kind: Kind
    /// The app, if one is concerned.
    package let app: AppID?
    /// The account, if one is concerned.
    package let account: AccountID?
    /// The session, if one is concerned.
    package let session: SessionID?
    /// The time.
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
    /// The number of occurrences since the last event like it, where such events are counted; else 1.
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
        /// The account was created.
        case accountCreated = "account_created"
        /// A session started. Detail: the sign-in method.
        case signedIn = "signed_in"
        /// The first proof of a sign-in was right; a second factor is needed. Detail: the sign-in method.
        case secondFactorRequired = "second_factor_required"
        /// A second factor was added. Detail: its kind.
        case secondFactorAdded = "second_factor_added"
        /// A second factor was removed. Detail: its kind.
        case secondFactorRemoved = "second_factor_removed"
        /// New recovery codes replaced the earlier ones.
        case recoveryCodesMade = "recovery_codes_made"
        /// A recovery code was used in place of a second factor.
        case recoveryCodeUsed = "recovery_code_used"
        /// A provider's identity was linked. Detail: the provider.
        case identityLinked = "identity_linked"
        /// A provider's identity was removed. Detail: the provider.
        case identityUnlinked = "identity_unlinked"
        /// An address, number or custom id became a sign-in method. Detail: its kind.
        case loginAdded = "login_added"
        /// It was removed. Detail: its kind.
        case loginRemoved = "login_removed"
        /// It was verified by a code. Detail: its kind.
        case loginVerified = "login_verified"
        /// A password was chosen or changed.
        case passwordChanged = "password_changed"
        /// An identity that was to be linked has another account. Recorded for both.
        case linkConflicted = "link_conflicted"
        /// The user left such an identity with its account.
        case linkKept = "link_kept"
        /// Two accounts became one. Recorded for both. Detail: the survivor's id.
        case accountsMerged = "accounts_merged"
        /// A merge was undone. Recorded for both. Detail: the id of the former survivor.
        case mergeUndone = "merge_undone"
        /// The user proved again who they are.
        case confirmed = "confirmed"
        /// The user ended a session.
        case signedOut = "signed_out"
        /// The oldest of too many sessions ended when another one started.
        case sessionReplaced = "session_replaced"
        /// A refresh was answered again, because its first response seems to have been lost.
        case refreshRepeated = "refresh_repeated"
        /// An old refresh token came back, and its session was ended.
        case refreshReuseDetected = "refresh_reuse_detected"
        /// An authorization code came back, and the session that it started was ended.
        case codeReuseDetected = "code_reuse_detected"
        /// A client tried to change a profile field of the server or a provider.
        case readOnlyFieldRefused = "read_only_field_refused"
        /// An operator or back end changed the profile. Detail: up to eight field names.
        case profileChanged = "profile_changed"
        /// A device was registered for pushes.
        case deviceAdded = "device_added"
        /// A device's registration was removed, or the push service no longer knows it.
        case deviceRemoved = "device_removed"
        /// Another user registered the device; this account's pushes no longer reach it.
        case deviceMoved = "device_moved"
        /// The push service says that the service account belongs to another project than the app.
        case pushSenderMismatched = "push_sender_mismatched"
        /// Credentials were rejected. Counted by app, network and code. Detail: the error code.
        case signInFailed = "sign_in_failed"
        /// A request without a valid credential, or without the right one. Counted. Detail: the error code.
        case accessRefused = "access_refused"
        /// Requests above a rate limit. Counted. Detail: the error code.
        case rateLimited = "rate_limited"
        /// Messages reached a cap of the day. Detail: the cap, such as `text_country_33`.
        case messageCapReached = "message_cap_reached"
        /// An operator ended a session.
        case sessionRevoked = "session_revoked"
        /// A push was accepted from a back end. Detail: its id.
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
        /// A provider disabled the user's account there.
        case providerAccountDisabled = "provider_account_disabled"
        /// A provider enabled it again.
        case providerAccountEnabled = "provider_account_enabled"
        /// A provider wants the user to choose new credentials there.
        case credentialChangeRequired = "credential_change_required"
        /// Mail to the user's relay address no longer reaches them.
        case emailForwardingStopped = "email_forwarding_stopped"
        /// Mail to the user's relay address reaches them again.
        case emailForwardingResumed = "email_forwarding_resumed"
        /// An operator disabled the account.
        case accountDisabled = "account_disabled"
        /// An operator enabled the account again.
        case accountEnabled = "account_enabled"
        /// The account's data were exported.
        case dataExported = "data_exported"
        /// The account was deleted.
        case accountDeleted = "account_deleted"
    }
}
