/// What went wrong with a sign-in, a session or an account: one error for server and clients.
public struct AuthError: Error, Sendable {
    /// The stable code, the same string as on the wire.
    public let code: Code

    /// An explanation for developers. Never holds a secret or a personal value.
    public let reason: String

    /// How long to wait before a retry, where the server said so.
    public var retryAfter: Duration?

    /// The request's id, to be quoted in reports.
    public var requestID: String?

    /// What is wrong with the request: a member's name, or the profile fields still missing.
    public var fields: [String] = []

    /// The way to register, with ``Code/accountNotFound``.
    public var registration: RegistrationBody?

    /// What can be decided, with ``Code/credentialInUse``.
    public var conflict: ConflictBody?

    /// How to show a second factor, with ``Code/secondFactorRequired`` at a sign-in.
    public var secondFactor: SecondFactorTicketBody?

    /// The profile as it is now, with ``Code/preconditionFailed``.
    public var stale: StaleProfileBody?

    /// The error beneath, for developers.
    public var cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, cause: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.cause = cause
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

    /// The error that the server's answer tells of.
    public init(_ body: ErrorBody) {
        self.init(body.code, body.message)
        retryAfter = body.retryAfter.map { .seconds($0) }
        requestID = body.requestID.isEmpty ? nil : body.requestID
        fields = body.missing ?? body.field.map { [$0] } ?? []
        registration = body.registration
        conflict = body.conflict
        secondFactor = body.secondFactor
        stale = body.stale
    }
}

extension AuthError: CustomStringConvertible, CustomReflectable {
    /// Code and reason, and the request's id where there is one.
    public var description: String {
        "\(code.rawValue): \(reason)" + (requestID.map { " (request \($0))" } ?? "")
    }

    /// A mirror without the registration, the conflict and the profile, which hold tickets and a person's data, and
    /// without the error beneath, which may quote anything.
    public var customMirror: Mirror {
        Mirror(self, children: ["code": code.rawValue, "reason": reason, "requestID": requestID as Any])
    }
}
