#if canImport(AuthenticationServices)
    public import AuthenticationServices
    import Foundation
    public import Observation
    public import Sesame
    import SesameCore

    /// A sign-in with Apple by Apple's own button, `SignInWithAppleButton`. The button needs its request at once, so
    /// the server's nonce is fetched in advance.
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
    /// A signed-in guest keeps the account.
    @MainActor @Observable public final class AppleButtonSignIn {
        private let nonces: PreparedNonces
        @ObservationIgnored private let state: AppState
        @ObservationIgnored private let scopes: AppleScopes
        @ObservationIgnored private var attempt: AppleSheetRequest?

        /// Creates the button's sign-in for an app.
        ///
        /// - Parameter scopes: The personal data to request: ``AppleScopes/nothing`` for apps that store none.
        public init(_ client: SesameClient, asking scopes: AppleScopes = .nameAndEmail) {
            nonces = PreparedNonces(client.auth)
            state = client.state
            self.scopes = scopes
        }

        /// True if the button can be used, because the server's nonce has arrived.
        public var isReady: Bool { nonces.isReady }

        /// Keeps a fresh nonce ready until the task is canceled. Run it as long as the button is shown.
        public func run() async {
            await nonces.run()
        }

        /// Sets the request's scopes, nonce and state. Call it in the button's `onRequest`.
        public func configure(_ request: ASAuthorizationAppleIDRequest) {
            attempt = nonces.take().map { AppleSheetRequest(scopes, nonce: $0) }
            attempt?.configure(request)
        }

        /// Signs in with the button's result. Call it in `onCompletion`; the outcome is in the client's state.
        ///
        /// - Parameter role: The role that the user chose beforehand, in apps with roles.
        public func signIn(with result: Result<ASAuthorization, any Error>, role: String? = nil) async {
            let answer = Answer(attempt: attempt, answer: Self.answer(of: result))
            attempt = nil
            await state.signIn(using: answer, role: role)
        }

        private static func answer(of result: Result<ASAuthorization, any Error>) -> Result<
            AppleIDCredential, AuthError
        > {
            switch result {
            case .success(let authorization): AppleIDCredential.of(authorization)
            case .failure(let error): .failure(SystemSheetError.apple((error as NSError).code).authError)
            }
        }
    }

    /// The credential source of the button's result, for the sign-in that the button started.
    private struct Answer: CredentialSource {
        let attempt: AppleSheetRequest?
        let answer: Result<AppleIDCredential, AuthError>

        var method: SignInMethod? { .apple }

        func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            let answer = try answer.get()
            guard let attempt else {
                throw AuthError(.offline, "the button was pressed before the server had issued a nonce")
            }
            return try attempt.credential(from: answer)
        }
    }

    extension AppleSheetRequest {
        /// Sets the request's scopes, the hash of its nonce, and its state.
        func configure(_ request: ASAuthorizationAppleIDRequest) {
            request.requestedScopes = scopes == .nameAndEmail ? [.fullName, .email] : []
            request.nonce = nonceHash
            request.state = state
        }
    }

    extension AppleIDCredential {
        /// Returns the Apple ID credential of an authorization; a failure if the authorization has another kind of
        /// credential.
        static func of(_ authorization: ASAuthorization) -> Result<AppleIDCredential, AuthError> {
            guard let credential = authorization.credential as? ASAuthorizationAppleIDCredential else {
                return .failure(
                    AuthError(.providerUnavailable, "Apple's sheet returned another kind of credential"))
            }
            return .success(
                AppleIDCredential(
                    identityToken: credential.identityToken.map(Array.init),
                    authorizationCode: credential.authorizationCode.map(Array.init), state: credential.state,
                    givenName: credential.fullName?.givenName, familyName: credential.fullName?.familyName))
        }
    }
#endif
