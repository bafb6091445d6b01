public import Sesame
public import SesameCore

/// The duties of every ``Sesame/AuthServiceProtocol``, sentence by sentence of its documentation, and as much as
/// ``Sesame/AuthManager`` relies on.
///
/// ```swift
/// @Test(arguments: AuthServiceConformance.cases + AuthServiceConformance.guestCases)
/// func `my back end does what the port says`(_ fact: AuthServiceConformance.Case) async throws {
///     let service = MyAuthService(server: startEmptyServer())
///     try await fact.run(.init(service: service) { person, nonce in
///         .google(idToken: try await mint(person, nonce), nonce: nonce)
///     })
/// }
/// ```
public enum AuthServiceConformance {
    /// One fact about a back end.
    public typealias Case = ConformanceCase<Subject>

    /// A back end where nobody has signed in yet, and people who can.
    public struct Subject: Sendable {
        /// The back end.
        public let service: any AuthServiceProtocol
        private let address: @Sendable (Int) -> String
        private let mint: @Sendable (Int, Nonce) async throws -> AuthCredential
        private let readCode: @Sendable (String) async throws -> Secret

        /// A subject.
        /// - Parameters:
        ///   - address: The address of person 1, 2 or 3, by which nobody signs in yet.
        ///   - code: The code that was sent last to an address, as its person reads it.
        ///   - credential: A fresh credential for person 1, 2 or 3, with that nonce. Different numbers are different
        ///     people of one provider; an account is to be made at their first sign-in.
        public init(
            service: some AuthServiceProtocol,
            address: @escaping @Sendable (Int) -> String = { "test.user.\($0)@example.com" },
            code: @escaping @Sendable (String) async throws -> Secret = { _ in Secret("123456") },
            credential: @escaping @Sendable (Int, Nonce) async throws -> AuthCredential
        ) {
            self.service = service
            self.address = address
            readCode = code
            mint = credential
        }

        func credential(_ person: Int) async throws -> AuthCredential {
            try await mint(person, try await service.nonce())
        }

        func credential(_ person: Int, linkingTo session: Session) async throws -> AuthCredential {
            try await mint(person, try await service.linkingService.nonce(linkingTo: session))
        }

        func signIn(_ person: Int) async throws -> SignIn {
            try await service.exchange(try await credential(person))
        }

        func password(_ person: Int, _ password: String = "the first password") -> PasswordCredential {
            PasswordCredential(email: address(person), password: Secret(password))
        }

        /// Has a code sent to that person, and reads it.
        func sendCode(_ person: Int, language: String? = nil) async throws -> (sent: SentCode, code: Secret) {
            let sent = try await service.codeService.sendSignInCode(to: address(person), language: language)
            return (sent, try await readCode(address(person)))
        }

        func signUp(_ person: Int) async throws -> SignIn {
            try await service.exchange(.passwordRegistration(PasswordRegistration(password(person))))
        }
    }

    // MARK: For every back end

    /// The cases for every back end.
    public static let cases: [Case] = signInCases + refreshCases + endCases
    /// The cases for a back end at which a client can end its session.
    public static let revocationCases: [Case] = signOutCases
    /// The cases for a back end that has guests.
    public static let guestCases: [Case] = anonymousCases
    // MARK: For back ends of this package, and those that wrap one

    /// The cases for a back end that links credentials to existing accounts: it has guests, too.
    public static let bindingCases: [Case] = linkCases
    /// The same, with what a back end must do that lets people decide about two accounts.
    public static let linkingCases: [Case] = linkCases + conflictCases
    /// The cases for a back end that keeps a conflict until it is decided, and merges two accounts: it links, and its
    /// clients can end their sessions.
    public static let mergingCases: [Case] = decisionCases
    /// The cases for a back end that lets a merge be undone.
    public static let undoingCases: [Case] = undoCases
    /// The cases for a back end that has passwords: it has guests, too.
    public static let passwordCases: [Case] = passwordSignInCases + passwordChangeCases
    /// The duties of a back end with second factors: it has guests, too.
    public static let secondFactorCases: [Case] = factorSignInCases + factorManagementCases
    /// The duties of a back end that makes recovery codes.
    public static let recoveryCodeCases: [Case] = factorRecoveryCases
    /// The duties of a back end at which a person sees their sessions, and ends them.
    public static let sessionCases: [Case] = sessionListCases
    /// The duties of a back end that sends codes to sign in with.
    public static let codeCases: [Case] = codeSignInCases
    /// All of it.
    public static let allCases: [Case] =
        cases + revocationCases + guestCases + linkingCases + mergingCases + undoingCases + passwordCases
        + secondFactorCases + recoveryCodeCases + sessionCases + codeCases

    static let endings: Set<AuthError.Code> = [
        .sessionEnded, .sessionRevoked, .userDeleted, .userDisabled, .notAuthenticated,
    ]

    /// Holds when the session is over at the back end, and the answer says so.
    static func expectEnded(_ session: Session, _ subject: Subject, _ what: String) async throws {
        try await expect(endings, what) { _ = try await subject.service.refresh(session) }
    }
}
