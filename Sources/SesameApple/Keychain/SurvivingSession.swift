/// The fate of a session that is older than the installation.
public enum SurvivingSession: Sendable, Equatable {
    /// It is used, as if nothing had happened.
    case keep
    /// It is signed out, here and at the server.
    case clear
    /// Nobody is signed in until the app has asked the person: see ``KeychainSessionStore/survivor()``.
    case ask
}
