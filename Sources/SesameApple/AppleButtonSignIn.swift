#if canImport(AuthenticationServices)
    public import AuthenticationServices
    import Foundation
    public import Observation
    public import Sesame
    import SesameCore

    /// Sign in with Apple by Apple's own button, `SignInWithAppleButton`, whose request has to be made at once: the server's
    /// nonce is there before.
    ///
    /// ```swift
    /// @State private var apple: AppleButtonSignIn  // AppleButtonSignIn(client)
    ///
    /// SignInWithAppleButton { apple.configure($0) } onCompletion: { result in
    ///     Task { await apple.signIn(with: result) }
    /// }
    /// .disabled(!apple.isReady)
    /// .task { await apple.run() }
    /// ```
    /// A guest who is signed in keeps their account by it, as by every way.
    @MainActor @Observable public final class AppleButtonSignIn {
        private let nonces: PreparedNonces
        @ObservationIgnored private let state: AppState
        @ObservationIgnored private let scopes: AppleScopes
        @ObservationIgnored private var attempt: AppleSheetAttempt?

        /// The button of an app.
        /// - Parameter scopes: The request for more than the proof: ``AppleScopes/nothing`` for apps that keep no personal
        ///   data.
        public init(_ client: SesameClient, asking scopes: AppleScopes = .nameAndEmail) {
            nonces = PreparedNonces(client.auth)
            state = client.state
            self.scopes = scopes
        }

        /// True if the button can be used: the server has given a nonce.
        public var isReady: Bool { nonces.isReady }

        /// Keeps a nonce at hand until the task is cancelled: as long as the button is shown.
        public func run() async {
            await nonces.run()
        }

        /// Sets what the request asks for. Call it in the button's `onRequest`.
        public func configure(_ request: ASAuthorizationAppleIDRequest) {
            attempt = nonces.take().map { AppleSheetAttempt(scopes, nonce: $0) }
            attempt?.configure(request)
        }

        /// Signs in with what the button has brought. Call it in `onCompletion`; whatever comes of it is in the client's
        /// state.
        /// - Parameter role: The role that the person chose before, in apps with roles.
        public func signIn(with result: Result<ASAuthorization, any Error>, role: String? = nil) async {
            let answer = Answer(attempt: attempt, answer: Self.answer(of: result))
            attempt = nil
            await state.signIn(using: answer, role: role)
        }

        private static func answer(of result: Result<ASAuthorization, any Error>) -> Result<AppleSheetAnswer, AuthError>
        {
            switch result {
            case .success(let authorization): AppleSheetAnswer.of(authorization)
            case .failure(let error): .failure(SystemSheetError.apple((error as NSError).code).authError)
            }
        }
    }

    /// The button's result, for the sign-in that it was pressed for.
    private struct Answer: CredentialSource {
        let attempt: AppleSheetAttempt?
        let answer: Result<AppleSheetAnswer, AuthError>

        var method: SignInMethod? { .apple }

        func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            let answer = try answer.get()
            guard let attempt else {
                throw AuthError(.offline, "the button was pressed before the server had given a nonce")
            }
            return try attempt.credential(from: answer)
        }
    }

    extension AppleSheetAttempt {
        /// Sets what a request asks for.
        func configure(_ request: ASAuthorizationAppleIDRequest) {
            request.requestedScopes = scopes == .nameAndEmail ? [.fullName, .email] : []
            request.nonce = nonceHash
            request.state = state
        }
    }

    extension AppleSheetAnswer {
        /// The answer that an authorization holds.
        static func of(_ authorization: ASAuthorization) -> Result<AppleSheetAnswer, AuthError> {
            guard let credential = authorization.credential as? ASAuthorizationAppleIDCredential else {
                return .failure(
                    AuthError(.providerUnavailable, "Apple's sheet gave another kind of credential"))
            }
            return .success(
                AppleSheetAnswer(
                    identityToken: credential.identityToken.map(Array.init),
                    authorizationCode: credential.authorizationCode.map(Array.init), state: credential.state,
                    givenName: credential.fullName?.givenName, familyName: credential.fullName?.familyName))
        }
    }
#endif
