/// The policy for a session that is older than the installation.
public enum ReinstallPolicy: Sendable, Equatable {
    /// The session is used like any other.
    case keep
    /// The session is signed out, on the device and at the server.
    case clear
    /// The user is not signed in until the app has asked; see ``KeychainSessionStore/previousInstallSession()``.
    case ask
}
