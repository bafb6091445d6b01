extension AuthError.Code {
    /// The provider, the network or a dependency cannot be reached; worth a retry. 503.
    public static let providerUnavailable = Self(rawValue: "provider_unavailable")
    /// The database cannot take the request now; worth a retry. 503.
    public static let storageUnavailable = Self(rawValue: "storage_unavailable")
    /// Too many requests; retry after the time given. 429.
    public static let rateLimited = Self(rawValue: "rate_limited")
    /// No usable access or refresh token was presented. 401.
    public static let notAuthenticated = Self(rawValue: "not_authenticated")
    /// The session was signed out or has reached its time limit. 401.
    public static let sessionEnded = Self(rawValue: "session_ended")
    /// The session was ended for safety: by an operator, or because an old refresh token was replayed. 401.
    public static let sessionRevoked = Self(rawValue: "session_revoked")
    /// The account was deleted. 401.
    public static let userDeleted = Self(rawValue: "user_deleted")
    /// The account is disabled by the operator. 403.
    public static let userDisabled = Self(rawValue: "user_disabled")
    /// The provider's token was refused. 401.
    public static let invalidToken = Self(rawValue: "invalid_token")
    /// The nonce is unknown, used, expired, or not the token's. 401.
    public static let invalidNonce = Self(rawValue: "invalid_nonce")
    /// The name or the password is wrong; which of them is not told. 401.
    public static let invalidCredentials = Self(rawValue: "invalid_credentials")
    /// The password is too short, or one that anybody would guess. 400.
    public static let weakPassword = Self(rawValue: "weak_password")
    /// The identity is genuine and has no account; a registration ticket comes along. 404.
    public static let accountNotFound = Self(rawValue: "account_not_found")
    /// The identity belongs to another account. 409.
    public static let credentialInUse = Self(rawValue: "credential_in_use")
    /// The account has an identity of that provider already. 409.
    public static let providerAlreadyLinked = Self(rawValue: "provider_already_linked")
    /// The account's only way to sign in cannot be taken from it. 409.
    public static let lastMethod = Self(rawValue: "last_method")
    /// There is no merge of two accounts that could be undone, or not any more. 409.
    public static let nothingToUndo = Self(rawValue: "nothing_to_undo")
    /// The operation needs a sign-in of the last minutes. 403.
    public static let reauthenticationRequired = Self(rawValue: "reauthentication_required")
    /// The first proof is right, and the account asks for a second factor; at a sign-in a ticket comes along. 403.
    public static let secondFactorRequired = Self(rawValue: "second_factor_required")
    /// The app does not offer this way to sign in. 403.
    public static let providerRequired = Self(rawValue: "provider_required")
    /// The account has another role than the one asked for. 403.
    public static let roleMismatch = Self(rawValue: "role_mismatch")
    /// The registration ticket is unknown, used or expired. 401.
    public static let ticketExpired = Self(rawValue: "ticket_expired")
    /// No such thing, or not the caller's: the answer is the same. 404.
    public static let notFound = Self(rawValue: "not_found")
    /// The request is malformed. 400, or the 4xx status that says in which way.
    public static let invalidRequest = Self(rawValue: "invalid_request")
    /// The onboarding does not go there from where it is. 409.
    public static let invalidTransition = Self(rawValue: "invalid_transition")
    /// The profile field is the server's or the provider's; a client may repeat its value, not change it. 403.
    public static let readOnlyField = Self(rawValue: "read_only_field")
    /// The profile was changed by somebody else meanwhile; it comes along as it is now. 412.
    public static let preconditionFailed = Self(rawValue: "precondition_failed")
    /// Required profile fields are missing; they are listed. 409.
    public static let profileIncomplete = Self(rawValue: "profile_incomplete")
    /// A fault of the server, to be reported with the request's id. 500.
    public static let `internal` = Self(rawValue: "internal")

    /// The person gave up, or a newer operation took this one's place. Clients only.
    public static let cancelled = Self(rawValue: "cancelled")
    /// A sign-in is already running, or has only just ended. Clients only.
    public static let throttled = Self(rawValue: "throttled")
    /// The server could not be reached. Clients only.
    public static let offline = Self(rawValue: "offline")
    /// A guest is signed in, whose account this sign-in would leave behind. Clients only.
    public static let guestSignedIn = Self(rawValue: "guest_signed_in")
    /// The device keeps the session locked away until it is unlocked. Clients only.
    public static let storageLocked = Self(rawValue: "storage_locked")
}
