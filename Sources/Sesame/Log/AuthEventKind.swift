extension AuthEvent.Kind {
    /// A person was asked for a credential, or one was handed in.
    public static let signInBegan = Self(rawValue: "sign_in_began")
    /// Somebody is signed in, and it is stored; a guest who has kept their account, too.
    public static let signInSucceeded = Self(rawValue: "sign_in_succeeded")
    /// It has not come to a session.
    public static let signInFailed = Self(rawValue: "sign_in_failed")
    /// The person gave up, or a newer sign-in or a sign-out came in between.
    package static let signInCancelled = Self(rawValue: "sign_in_cancelled")
    /// A second attempt was not let through: see ``AuthManager/signIn(using:role:replacingGuest:)``.
    package static let signInThrottled = Self(rawValue: "sign_in_throttled")
    /// A sign-in made an account.
    public static let accountCreated = Self(rawValue: "account_created")
    /// The session has new tokens.
    package static let refreshSucceeded = Self(rawValue: "refresh_succeeded")
    /// The session has no new tokens.
    package static let refreshFailed = Self(rawValue: "refresh_failed")
    /// The store held a session.
    package static let sessionRestored = Self(rawValue: "session_restored")
    /// The store could not be read, because the device is locked.
    package static let sessionLocked = Self(rawValue: "session_locked")
    /// The store could not be read.
    package static let sessionUnreadable = Self(rawValue: "session_unreadable")
    /// Nobody is signed in any more.
    public static let signedOut = Self(rawValue: "signed_out")
    /// The account was deleted.
    public static let accountDeleted = Self(rawValue: "account_deleted")
    /// The account could not be deleted.
    package static let deletionFailed = Self(rawValue: "deletion_failed")
    /// A credential was linked, two accounts became one or two again, or the person decided between them: see
    /// ``AuthEvent/outcome``.
    public static let upgradeSucceeded = Self(rawValue: "upgrade_succeeded")
    /// A credential could not be linked.
    package static let upgradeFailed = Self(rawValue: "upgrade_failed")
    /// A way to sign in was taken from the account.
    public static let methodUnlinked = Self(rawValue: "method_unlinked")
    /// A way to sign in could not be taken from the account.
    package static let unlinkFailed = Self(rawValue: "unlink_failed")
    /// The account has another password.
    public static let passwordChanged = Self(rawValue: "password_changed")
    /// The account's password is as it was.
    package static let passwordChangeFailed = Self(rawValue: "password_change_failed")
    /// The account has another second factor.
    public static let secondFactorAdded = Self(rawValue: "second_factor_added")
    /// A second factor was taken from the account.
    public static let secondFactorRemoved = Self(rawValue: "second_factor_removed")
    /// Other sessions of the account were ended from here.
    package static let otherSessionsEnded = Self(rawValue: "other_sessions_ended")
    /// The server is to end a session as soon as it can be reached.
    package static let revocationQueued = Self(rawValue: "revocation_queued")
    /// The server has ended a session.
    package static let revocationDelivered = Self(rawValue: "revocation_delivered")
    /// The server could not be told to end a session.
    package static let revocationFailed = Self(rawValue: "revocation_failed")
    /// The device's push token is registered for the session.
    package static let pushRegistered = Self(rawValue: "push_registered")
    /// The device's push token could not be registered, and is kept.
    package static let pushRegistrationFailed = Self(rawValue: "push_registration_failed")
    /// The registration was taken back before a sign-out reached the server.
    package static let pushRemoved = Self(rawValue: "push_removed")
    /// The registration could not be taken back; it ends with the session.
    package static let pushRemovalFailed = Self(rawValue: "push_removal_failed")
}
