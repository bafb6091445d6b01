import SesameCore

extension AuthError.Code {
    /// The only answers to a refresh that sign somebody out. No network, no server, an answer that was not understood:
    /// none of these is one.
    static let endingSession: Set<AuthError.Code> = [
        .sessionEnded, .sessionRevoked, .userDeleted, .userDisabled, .notAuthenticated,
    ]

    /// The same for any other request: there an access token that is not taken says nothing about the session.
    static let endedSession = endingSession.subtracting([.notAuthenticated])
}
