import SesameCore

extension AuthError.Code {
    /// The only answers to a refresh that sign somebody out. No network, no server, an answer that was not understood:
    /// none of these is one.
    static let endingSession: Set<AuthError.Code> = [
        .sessionEnded, .sessionRevoked, .userDeleted, .userDisabled, .notAuthenticated,
    ]
}
