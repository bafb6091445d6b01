extension AuthError.Code {
    /// The provider, or another service that the server needs, cannot be reached.
    ///
    /// Retry with exponential backoff, or after `retryAfter`; the session stays.
    public static let providerUnavailable = Self(rawValue: "provider_unavailable")
    /// The server cannot read or write its database, or its clock is in doubt.
    ///
    /// Retry with exponential backoff, or after `retryAfter`; the session stays.
    public static let storageUnavailable = Self(rawValue: "storage_unavailable")
    /// Too many requests, or too many wrong passwords or codes.
    ///
    /// Wait for the time in `retryAfter`.
    public static let rateLimited = Self(rawValue: "rate_limited")
    /// The request has no usable access token or refresh token.
    ///
    /// With an access token: refresh, and repeat once. In response to a refresh: sign in again.
    public static let notAuthenticated = Self(rawValue: "not_authenticated")
    /// The user signed out, the session reached its time limit, or another session replaced it, as after an upgrade.
    ///
    /// Clear local data and sign in again, unless the app has the newer session.
    public static let sessionEnded = Self(rawValue: "session_ended")
    /// The session was ended for safety: by an operator, a provider, or a reused refresh token.
    ///
    /// Clear local data and sign in again.
    public static let sessionRevoked = Self(rawValue: "session_revoked")
    /// The account was deleted.
    ///
    /// Clear local data. If a deletion's response was lost, the deletion succeeded.
    public static let userDeleted = Self(rawValue: "user_deleted")
    /// An operator, or the user, disabled the account.
    ///
    /// Clear local data, and tell the user that the account is disabled.
    public static let userDisabled = Self(rawValue: "user_disabled")
    /// The provider's token was rejected: expired, for another client, or used before.
    ///
    /// Sign in again; if the error persists, compare the token's `aud` with `clientIDs`.
    public static let invalidToken = Self(rawValue: "invalid_token")
    /// The nonce is unknown, used, older than ten minutes, issued to another app or session, or not the one in the
    /// token.
    ///
    /// Sign in again with a new nonce.
    public static let invalidNonce = Self(rawValue: "invalid_nonce")
    /// The address, password or code is wrong; the response does not say which.
    ///
    /// Let the user correct the input.
    public static let invalidCredentials = Self(rawValue: "invalid_credentials")
    /// The password breaks a rule.
    ///
    /// Let the user choose another one; the message names the rule.
    public static let weakPassword = Self(rawValue: "weak_password")
    /// The credential is valid, and no account uses it; the response may contain a registration ticket.
    ///
    /// Show the registration form, filled from `registration`; if that is nil, offer another sign-in method.
    public static let accountNotFound = Self(rawValue: "account_not_found")
    /// The credential belongs to another account. Nothing has changed, and the session continues.
    ///
    /// Let the user choose between the two accounts; without a ticket, offer to sign in to the other one.
    public static let credentialInUse = Self(rawValue: "credential_in_use")
    /// The account already has an identity of the provider, an email address, a phone number or the second factor.
    ///
    /// Remove or change the existing one first, or use another method.
    public static let providerAlreadyLinked = Self(rawValue: "provider_already_linked")
    /// The account's last reliable sign-in method cannot be removed.
    ///
    /// Add another method, or verify the address, first.
    public static let lastMethod = Self(rawValue: "last_method")
    /// No merge can be undone: the account has none, the time limit has passed, or a later change prevents it.
    ///
    /// Reload the account.
    public static let nothingToUndo = Self(rawValue: "nothing_to_undo")
    /// The operation needs a sign-in or confirmation by the same user within the last five minutes.
    ///
    /// Ask for a fresh credential, then repeat the operation with it.
    public static let reauthenticationRequired = Self(rawValue: "reauthentication_required")
    /// The first factor was accepted, and the account requires a second one; at a sign-in the response contains a
    /// ticket.
    ///
    /// Ask for a code, and send it with the ticket.
    public static let secondFactorRequired = Self(rawValue: "second_factor_required")
    /// The app or the server does not offer the sign-in method, second factors, emails, or texts to the phone number's
    /// country; or the provider has closed the identity.
    ///
    /// Explain the obstacle, and offer the other methods.
    public static let providerRequired = Self(rawValue: "provider_required")
    /// The account's role differs from the requested one.
    ///
    /// Tell the user, and offer the other role. Accounts with different roles cannot be merged.
    public static let roleMismatch = Self(rawValue: "role_mismatch")
    /// The ticket, link or code is unknown, wrong, used or expired.
    ///
    /// Start the step again, or request another code.
    public static let ticketExpired = Self(rawValue: "ticket_expired")
    /// The resource does not exist, or belongs to another user; the response is the same.
    ///
    /// Correct the id, or reload the list.
    public static let notFound = Self(rawValue: "not_found")
    /// The request is malformed; 413, 415 and other 4xx statuses say how.
    ///
    /// Correct the named fields, or the client.
    public static let invalidRequest = Self(rawValue: "invalid_request")
    /// The account's state does not allow the operation: an onboarding step was skipped, an address is not verified, or
    /// two accounts cannot be merged, for example.
    ///
    /// Reload the state, and begin the step again.
    public static let invalidTransition = Self(rawValue: "invalid_transition")
    /// The profile field belongs to the server or a provider.
    ///
    /// Send it unchanged, or leave it out.
    public static let readOnlyField = Self(rawValue: "read_only_field")
    /// The profile was changed elsewhere meanwhile; the response contains the newer one.
    ///
    /// Apply the change to the newer profile.
    public static let preconditionFailed = Self(rawValue: "precondition_failed")
    /// Required profile fields are missing; the response lists them.
    ///
    /// Ask for the fields in `missing`.
    public static let profileIncomplete = Self(rawValue: "profile_incomplete")
    /// The server failed, or Apple or Google rejected the server's key.
    ///
    /// Report it with the request's id.
    public static let `internal` = Self(rawValue: "internal")

    /// The user canceled, or a newer operation replaced this one. Clients only.
    ///
    /// Do nothing.
    public static let cancelled = Self(rawValue: "cancelled")
    /// A sign-in is already running, or has only just ended. Clients only.
    ///
    /// Do nothing.
    public static let throttled = Self(rawValue: "throttled")
    /// The server cannot be reached. Clients only.
    ///
    /// Retry when there is a network; the session stays.
    public static let offline = Self(rawValue: "offline")
    /// A guest is signed in, and this sign-in would abandon the guest account. Clients only.
    ///
    /// Ask the user, then sign in with `replacingGuest: true`.
    public static let guestSignedIn = Self(rawValue: "guest_signed_in")
    /// The session cannot be read until the device, or the session's lock, is unlocked. Clients only.
    ///
    /// Continue after the unlock.
    public static let storageLocked = Self(rawValue: "storage_locked")
}
