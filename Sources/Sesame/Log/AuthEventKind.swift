extension AuthEvent.Kind {
    /// A sign-in began: the user was asked for a credential, or the app passed one.
    public static let signInBegan = Self(rawValue: "sign_in_began")
    /// A user signed in, and the session is stored; also if a guest kept their account.
    public static let signInSucceeded = Self(rawValue: "sign_in_succeeded")
    /// A sign-in failed.
    public static let signInFailed = Self(rawValue: "sign_in_failed")
    /// The user canceled, or a newer sign-in or a sign-out replaced the sign-in.
    package static let signInCancelled = Self(rawValue: "sign_in_cancelled")
    /// A second attempt was rejected: see ``AuthManager/signIn(using:role:replacingGuest:)``.
    package static let signInThrottled = Self(rawValue: "sign_in_throttled")
    /// A sign-in created an account.
    public static let accountCreated = Self(rawValue: "account_created")
    /// The session's tokens were refreshed.
    package static let refreshSucceeded = Self(rawValue: "refresh_succeeded")
    /// The session's tokens could not be refreshed.
    package static let refreshFailed = Self(rawValue: "refresh_failed")
    /// The session was restored from the store.
    package static let sessionRestored = Self(rawValue: "session_restored")
    /// The store could not be read, because the device is locked.
    package static let sessionLocked = Self(rawValue: "session_locked")
    /// The store could not be read.
    package static let sessionUnreadable = Self(rawValue: "session_unreadable")
    /// The user was signed out.
    public static let signedOut = Self(rawValue: "signed_out")
    /// The account was deleted.
    public static let accountDeleted = Self(rawValue: "account_deleted")
    /// The account could not be deleted.
    package static let deletionFailed = Self(rawValue: "deletion_failed")
    /// A credential was linked, two accounts were merged or separated again, or the user chose between them: see
    /// ``AuthEvent/outcome``.
    public static let upgradeSucceeded = Self(rawValue: "upgrade_succeeded")
    /// A credential could not be linked.
    package static let upgradeFailed = Self(rawValue: "upgrade_failed")
    /// A sign-in method was removed from the account.
    public static let methodUnlinked = Self(rawValue: "method_unlinked")
    /// A sign-in method could not be removed from the account.
    package static let unlinkFailed = Self(rawValue: "unlink_failed")
    /// The account's password was changed.
    public static let passwordChanged = Self(rawValue: "password_changed")
    /// The account's password could not be changed.
    package static let passwordChangeFailed = Self(rawValue: "password_change_failed")
    /// A second factor was added to the account.
    public static let secondFactorAdded = Self(rawValue: "second_factor_added")
    /// A second factor was removed from the account.
    public static let secondFactorRemoved = Self(rawValue: "second_factor_removed")
    /// Other sessions of the account were ended from this device.
    package static let otherSessionsEnded = Self(rawValue: "other_sessions_ended")
    /// The revocation of a session was queued until the server can be reached.
    package static let revocationQueued = Self(rawValue: "revocation_queued")
    /// The server revoked a session.
    package static let revocationDelivered = Self(rawValue: "revocation_delivered")
    /// The revocation of a session could not be delivered to the server.
    package static let revocationFailed = Self(rawValue: "revocation_failed")
    /// The device's push token was registered for the session.
    package static let pushRegistered = Self(rawValue: "push_registered")
    /// The device's push token could not be registered, and remains stored.
    package static let pushRegistrationFailed = Self(rawValue: "push_registration_failed")
    /// The push registration was removed before a sign-out reached the server.
    package static let pushRemoved = Self(rawValue: "push_removed")
    /// The push registration could not be removed; it ends with the session.
    package static let pushRemovalFailed = Self(rawValue: "push_removal_failed")
}
