/// An error of a sign-in, a session or an account: one type for server and clients.
public struct AuthError: Error, Sendable {
    /// The stable code, the same string as on the wire.
    public let code: Code

    /// An explanation for developers. Never holds a secret or a personal value.
    public let reason: String

    /// The time to wait before a retry, where the server said so.
    public var retryAfter: Duration?

    /// The request's id, to be quoted in reports.
    public var requestID: String?

    /// The wrong member's name, or the profile fields still missing.
    public var fields: [String] = []

    /// The error beneath, for developers.
    public var cause: (any Error)?

    /// True if the code speaks of another account or session than the one that is signed in.
    package var isAboutAnotherAccount = false

    /// The answer's larger members; nil while none is set.
    private var answer: Answer?

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
}

extension AuthError {
    /// Stores the larger members of an answer behind a reference. The compiler reserves an error's whole size in each
    /// function that can throw it, and these take half a kilobyte.
    private final class Answer: Sendable {
        let members: Members

        init(_ members: Members) {
            self.members = members
        }
    }

    private struct Members: Sendable {
        var registration: RegistrationOffer?
        var conflict: AccountConflict?
        var secondFactor: SecondFactorChallenge?
        var attachment: (any Sendable)?
    }

    private subscript<Body>(member: WritableKeyPath<Members, Body?>) -> Body? {
        get { answer?.members[keyPath: member] }
        set {
            var changed = answer?.members ?? Members()
            changed[keyPath: member] = newValue
            answer = Answer(changed)
        }
    }

    /// The way to register, with ``Code/accountNotFound``.
    public var registration: RegistrationOffer? {
        get { self[\.registration] }
        set { self[\.registration] = newValue }
    }

    /// The choices, with ``Code/credentialInUse``.
    public var conflict: AccountConflict? {
        get { self[\.conflict] }
        set { self[\.conflict] = newValue }
    }

    /// The second step, with ``Code/secondFactorRequired`` at a sign-in. At a confirmation it is there only if the factor
    /// does not confirm alone, as at Firebase.
    public var secondFactor: SecondFactorChallenge? {
        get { self[\.secondFactor] }
        set { self[\.secondFactor] = newValue }
    }

    /// A back end's value for the library beside the error, and not for an app.
    package var attachment: (any Sendable)? {
        get { answer?.members.attachment }
        set { self[\.attachment] = newValue }
    }
}

extension AuthError: Equatable {
    /// True if both say the same. The errors beneath, and what a back end hands along, are not compared.
    public static func == (left: AuthError, right: AuthError) -> Bool {
        left.code == right.code && left.reason == right.reason && left.retryAfter == right.retryAfter
            && left.requestID == right.requestID && left.fields == right.fields
            && left.isAboutAnotherAccount == right.isAboutAnotherAccount && left.registration == right.registration
            && left.conflict == right.conflict && left.secondFactor == right.secondFactor
    }
}

extension AuthError: Redacted {
    /// Code and reason, and the request's id where there is one.
    public var description: String {
        "\(code.rawValue): \(reason)" + (requestID.map { " (request \($0))" } ?? "")
    }
}
