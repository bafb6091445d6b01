extension AuthEvent.Kind {
    /// A sign-in began: the user was asked for a credential, or the app passed one.
    public static let signInBegan = Self(rawValue: "sign_in_began")
    /// A user signed in, and the session is stored. Also recorded if a guest kept their account.
    public static let signInSucceeded = Self(rawValue: "sign_in_succeeded")
    /// A sign-in ended with an error other than a cancellation.
    public static let signInFailed = Self(rawValue: "sign_in_failed")
    /// The user canceled, or a newer sign-in or a sign-out replaced the sign-in.
    package static let signInCancelled = Self(rawValue: "sign_in_cancelled")
    /// A sign-in was rejected, because another one was in progress or had just succeeded.
    package static let signInThrottled = Self(rawValue: "sign_in_throttled")
    /// A sign-in created an account; recorded after ``signInSucceeded``.
    public static let accountCreated = Self(rawValue: "account_created")
    package static let refreshSucceeded = Self(rawValue: "refresh_succeeded")
    package static let refreshFailed = Self(rawValue: "refresh_failed")
    /// A stored session was read while no user was signed in, for example at the app's launch.
    package static let sessionRestored = Self(rawValue: "session_restored")
    /// The session could not be read, because the device, or the session's own lock, is locked.
    package static let sessionLocked = Self(rawValue: "session_locked")
    /// The session could not be read, for a reason other than a lock.
    package static let sessionUnreadable = Self(rawValue: "session_unreadable")
    /// The user signed out, or the session ended for another ``AuthEvent/reason``.
    public static let signedOut = Self(rawValue: "signed_out")
    /// The user deleted the account in this app.
    public static let accountDeleted = Self(rawValue: "account_deleted")
    package static let deletionFailed = Self(rawValue: "deletion_failed")
    /// A credential was linked, two accounts were merged or separated again, or the user chose between them: see
    /// ``AuthEvent/outcome``.
    public static let upgradeSucceeded = Self(rawValue: "upgrade_succeeded")
    package static let upgradeFailed = Self(rawValue: "upgrade_failed")
    /// The user removed a sign-in method from the account in this app.
    public static let methodUnlinked = Self(rawValue: "method_unlinked")
    package static let unlinkFailed = Self(rawValue: "unlink_failed")
    /// The user changed the account's password in this app.
    public static let passwordChanged = Self(rawValue: "password_changed")
    package static let passwordChangeFailed = Self(rawValue: "password_change_failed")
    /// A second factor became active, after the server accepted its first code.
    public static let secondFactorAdded = Self(rawValue: "second_factor_added")
    /// The user removed a second factor from the account in this app.
    public static let secondFactorRemoved = Self(rawValue: "second_factor_removed")
    /// One or all other sessions of the account were ended from this device.
    package static let otherSessionsEnded = Self(rawValue: "other_sessions_ended")
    /// The revocation of a session was queued for delivery to the server.
    package static let revocationQueued = Self(rawValue: "revocation_queued")
    /// A queued revocation was delivered to the server.
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
