/// What went wrong with a sign-in, a session or an account: one error for server and clients.
public struct AuthError: Error, Sendable {
    /// The stable code, the same string as on the wire.
    public let code: Code

    /// An explanation for developers. Never holds a secret or a personal value.
    public let reason: String

    /// Makes an error.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension AuthError {
    /// An error code as it stands on the wire: an open set, so that a newer server breaks no client.
    public struct Code: Sendable, Hashable, RawRepresentable {
        /// The code's spelling on the wire, for example `invalid_token`.
        public let rawValue: String

        /// Takes a code as it was received, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

extension AuthError: CustomStringConvertible {
    /// Code and reason.
    public var description: String { "\(code.rawValue): \(reason)" }
}
