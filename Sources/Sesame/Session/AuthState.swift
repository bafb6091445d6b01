public import SesameCore

/// The knowledge about who uses the app.
public enum AuthState: Sendable, Equatable {
    /// Not known: nothing has been restored yet, or the store could not be read.
    case unresolved
    /// The device keeps the session locked away until it is unlocked; nobody has been signed out.
    case locked
    /// Nobody is signed in.
    case signedOut(SignOutReason)
    /// That person is signed in.
    case signedIn(UserAuthInfo)

    /// The signed-in user, if known.
    public var user: UserAuthInfo? {
        if case .signedIn(let user) = self { user } else { nil }
    }
}

/// The reason why nobody is signed in.
public enum SignOutReason: Sendable, Equatable {
    /// The device holds no session.
    case noSession
    /// The person signed out.
    case requested
    /// Another process with the same store ended or replaced the session.
    case elsewhere
    /// The account was deleted on this device.
    case accountDeleted
    /// The server ended the session, for this reason.
    case ended(AuthError.Code)
}
