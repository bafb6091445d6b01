import SesameCore

extension AuthError.Code {
    /// The error codes of a refresh that sign the user out. A lost connection, an unreachable server or a malformed
    /// response does not.
    static let endingSession: Set<AuthError.Code> = [
        .sessionEnded, .sessionRevoked, .userDeleted, .userDisabled, .notAuthenticated,
    ]
}
