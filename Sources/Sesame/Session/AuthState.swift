public import SesameCore

/// The state of the session, as the app sees it.
public enum AuthState: Sendable, Equatable {
    /// An unknown state: nothing has been restored yet, or the store could not be read.
    case unresolved
    /// A locked session, which cannot be read until the user unlocks the device or the session itself; the user is not
    /// signed out.
    case locked
    /// A signed-out state, with the reason.
    case signedOut(SignOutReason)
    /// A signed-in state, with the user, who may be a guest.
    case signedIn(UserAuthInfo)

    /// The signed-in user; nil in every other state.
    public var user: UserAuthInfo? {
        if case .signedIn(let user) = self { user } else { nil }
    }
}

/// The reason why no user is signed in.
public enum SignOutReason: Sendable, Equatable {
    /// The device holds no session.
    case noSession
    /// The user signed out in this app.
    case byUser
    /// Another process with the same store removed the session from the store.
    case endedByOtherProcess
    /// The user deleted the account in this app.
    case accountDeleted
    /// The server ended the session, for the given reason.
    case ended(AuthError.Code)
}
