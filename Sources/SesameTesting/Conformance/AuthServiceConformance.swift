public import Sesame
public import SesameCore

/// The conformance tests of every ``Sesame/AuthServiceProtocol``: they check each sentence of its documentation, and
/// the behavior that ``Sesame/AuthManager`` relies on.
///
/// ```swift
/// @Test(arguments: AuthServiceConformance.cases + AuthServiceConformance.guestCases)
/// func `my back end conforms to AuthServiceProtocol`(_ fact: AuthServiceConformance.Case) async throws {
///     let service = MyAuthService(server: startEmptyServer())
///     try await fact.run(.init(service: service) { person, nonce in
///         .google(idToken: try await mint(person, nonce), nonce: nonce)
///     })
/// }
/// ```
public enum AuthServiceConformance {
    /// A test of one fact about a back end.
    public typealias Case = ConformanceCase<Subject>

    /// A back end without any sign-in so far, and the users who can sign in.
    public struct Subject: Sendable {
        /// The back end under test.
        public let service: any AuthServiceProtocol
        private let address: @Sendable (Int) -> String
        private let mint: @Sendable (Int, Nonce) async throws -> AuthCredential
        private let readCode: @Sendable (String) async throws -> Secret

        /// Creates a subject from a back end and functions that act as its users 1, 2 and 3.
        ///
        /// - Parameters:
        ///   - address: Returns a user's email address, which is not used for sign-ins yet.
        ///   - code: Returns the latest code sent to an address.
        ///   - credential: Returns a fresh credential of a user with the given nonce. The users have different
        ///     identities at the same provider, and the first sign-in of each creates an account.
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

        /// Sends a sign-in code to the address of the user with the given number, and returns the request's result and
        /// the code.
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
    /// The cases for a back end whose clients can end their session.
    public static let revocationCases: [Case] = signOutCases
    /// The cases for a back end with guest accounts.
    public static let guestCases: [Case] = anonymousCases
    // MARK: For back ends of this package, and those that wrap one

    /// The cases for a back end that links credentials to existing accounts, and has guest accounts.
    public static let bindingCases: [Case] = linkCases
    /// The cases for a back end that links credentials, lets users choose between two accounts, and has guest accounts.
    public static let linkingCases: [Case] = linkCases + conflictCases
    /// The cases for a back end that stores a conflict until it is decided, and merges a guest account into another
    /// account. The back end also links credentials, and ends the previous session after a switch.
    public static let mergingCases: [Case] = decisionCases
    /// The cases for a back end that can undo the merge of a guest account.
    public static let undoingCases: [Case] = undoCases
    /// The cases for a back end with passwords and guest accounts, which can link and unlink a password.
    public static let passwordCases: [Case] = passwordSignInCases + passwordChangeCases
    /// The cases for a back end with second factors and guest accounts.
    public static let secondFactorCases: [Case] = factorSignInCases + factorManagementCases
    /// The cases for a back end with authenticator apps and recovery codes.
    public static let recoveryCodeCases: [Case] = factorRecoveryCases
    /// The cases for a back end that lists a user's sessions and ends them.
    public static let sessionCases: [Case] = sessionListCases
    /// The cases for a back end that sends sign-in codes.
    public static let codeCases: [Case] = codeSignInCases
    /// All cases, for a back end with every capability.
    public static let allCases: [Case] =
        cases + revocationCases + guestCases + linkingCases + mergingCases + undoingCases + passwordCases
        + secondFactorCases + recoveryCodeCases + sessionCases + codeCases

    static let endings: Set<AuthError.Code> = [
        .sessionEnded, .sessionRevoked, .userDeleted, .userDisabled, .notAuthenticated,
    ]

    /// Throws unless a refresh of the session fails with an error code that ends a session.
    static func expectEnded(_ session: Session, _ subject: Subject, _ what: String) async throws {
        try await expect(endings, what) { _ = try await subject.service.refresh(session) }
    }
}
