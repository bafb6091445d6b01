public import SesameCore

/// What remains of a session after a sign-out, until the server has heard of it: no access, and nothing personal.
public struct Revocation: Sendable, Equatable {
    /// The session's id at the server.
    public var sessionID: String
    /// The newest refresh token that this device had; it proves the right to end the session.
    public var refreshToken: Secret

    /// Makes a revocation.
    public init(sessionID: String, refreshToken: Secret) {
        self.sessionID = sessionID
        self.refreshToken = refreshToken
    }

    /// The revocation of a session.
    public init(_ session: Session) {
        self.init(sessionID: session.id, refreshToken: session.refreshToken)
    }
}
