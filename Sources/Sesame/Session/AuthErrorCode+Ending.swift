import SesameCore

extension AuthError.Code {
    /// The only error codes of a refresh that sign the user out. A missing network, a missing server or a malformed
    /// response is none of them.
    static let endingSession: Set<AuthError.Code> = [
        .sessionEnded, .sessionRevoked, .userDeleted, .userDisabled, .notAuthenticated,
    ]
}
