/// An error of a sign-in, a session or an account: one type for server and clients.
public struct AuthError: Error, Sendable {
    /// The stable error code, the same string as in the API.
    public let code: Code

    /// An explanation for developers. It never contains a secret or a personal value.
    public let reason: String

    /// The time to wait before a retry; nil if the server gave none.
    public var retryAfter: Duration?

    /// The request's id, for error reports; nil if the server gave none.
    public var requestID: String?

    /// The name of the invalid member, or the names of the missing profile fields.
    public var fields: [String] = []

    /// The underlying error, for developers.
    public var cause: (any Error)?

    /// True if the code concerns an account or session other than the signed-in one.
    package var isAboutAnotherAccount = false

    /// The larger members of the response; nil while none is set.
    private var answer: Answer?

    /// Creates an error with a code and an explanation for developers, which must not contain secrets or personal data.
    public init(_ code: Code, _ reason: String, cause: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.cause = cause
    }
}

extension AuthError {
    /// An error code of the API. The set is open, so that a newer server does not break older clients.
    public struct Code: Sendable, Hashable, RawRepresentable {
        /// The code's string in the API, for example `invalid_token`.
        public let rawValue: String

        /// Creates a code from the API's string, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

extension AuthError {
    /// The larger members of a response, stored behind a reference. The compiler reserves an error's whole size in each
    /// function that can throw it, and these members take half a kilobyte.
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

    /// The offer to register, with ``Code/accountNotFound``.
    public var registration: RegistrationOffer? {
        get { self[\.registration] }
        set { self[\.registration] = newValue }
    }

    /// The two accounts to choose from, with ``Code/credentialInUse``.
    public var conflict: AccountConflict? {
        get { self[\.conflict] }
        set { self[\.conflict] = newValue }
    }

    /// The second step, with ``Code/secondFactorRequired`` at a sign-in. At a confirmation it is set only if the second
    /// factor alone does not confirm the user, as at Firebase.
    public var secondFactor: SecondFactorChallenge? {
        get { self[\.secondFactor] }
        set { self[\.secondFactor] = newValue }
    }

    /// A value that a back end passes to the library with the error, not to an app.
    package var attachment: (any Sendable)? {
        get { answer?.members.attachment }
        set { self[\.attachment] = newValue }
    }
}

extension AuthError: Equatable {
    /// Returns true if both errors have the same values. The underlying errors and a back end's attachments are not
    /// compared.
    public static func == (left: AuthError, right: AuthError) -> Bool {
        left.code == right.code && left.reason == right.reason && left.retryAfter == right.retryAfter
            && left.requestID == right.requestID && left.fields == right.fields
            && left.isAboutAnotherAccount == right.isAboutAnotherAccount && left.registration == right.registration
            && left.conflict == right.conflict && left.secondFactor == right.secondFactor
    }
}

extension AuthError: Redacted {
    /// The code and reason, with the request's id if it is set.
    public var description: String {
        "\(code.rawValue): \(reason)" + (requestID.map { " (request \($0))" } ?? "")
    }
}
