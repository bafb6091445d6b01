/// The policy for a session that is older than the installation.
public enum ReinstallPolicy: Sendable, Equatable {
    /// The session is used, as if it were from the current installation.
    case keep
    /// The session is signed out, on the device and at the server.
    case clear
    /// The session is not used until the user has agreed to keep it; see
    /// ``KeychainSessionStore/previousInstallSession()``.
    case ask
}
