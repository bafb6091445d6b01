import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The native routes for signing in and up, except with a password or code, and for nonces.
struct SignInRoutes: Sendable {
    let providers: ProviderService
    let signIn: SignInService
    let door: NativeAuthenticator

    var routes: [Route] {
        [
            door.route(.POST, APIRoute.challenges, takes: .credential, policy: .optionalJSON, challenge),
            door.route(.POST, APIRoute.signInProvider, takes: .credential, signInWithProvider),
            door.route(.POST, APIRoute.signInApple, takes: .credential, signInWithApple),
            door.route(.POST, APIRoute.signInAnonymous, takes: .none, policy: .optionalJSON, signInAnonymously),
            door.route(.POST, APIRoute.signUp, takes: .credential, signUp),
        ]
    }

    private func challenge(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let nonce = try await nonce(request)
        try request.requireObjectOrNothing()
        return .json(ChallengeResponse(nonce: nonce, expiresIn: Int(NonceIssuer.lifetime)))
    }

    /// Returns a nonce for a sign-in to the app or, if the request has an access token, for a link in the caller's
    /// session.
    private func nonce(_ request: HTTPRequest) async throws(AccountError) -> Secret {
        guard request.headers["Authorization"].isEmpty else {
            return providers.issueNonce(for: try await door.caller(request))
        }
        return providers.issueNonce(for: try door.app(of: request))
    }

    /// Handles `POST /v1/sign-in/{provider}`. Apple has a separate route, whose body also has Apple's authorization
    /// code and the user's name.
    private func signInWithProvider(
        _ request: HTTPRequest, _ path: PathParameters
    ) async throws(AccountError) -> HTTPResponse {
        guard let provider = path["provider"].flatMap(door.apps.provider(named:)) else {
            throw AccountError(.notFound, "the provider is unknown")
        }
        let app = try door.app(of: request)
        let body = try request.body(SignInRequest.self)
        let credential = ProviderCredential(provider: provider, idToken: body.idToken, nonce: body.nonce)
        let result = try await signIn.signIn(
            with: credential, to: app, role: body.role, context: request.context(in: app))
        return try door.signedIn(result)
    }

    private func signInWithApple(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let app = try door.app(of: request)
        let body = try request.body(AppleSignInRequest.self)
        let result = try await signIn.signIn(
            with: ProviderCredential(.apple, body), to: app, role: body.credential.role,
            context: request.context(in: app))
        return try door.signedIn(result)
    }

    private func signInAnonymously(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let app = try door.app(of: request)
        try request.requireObjectOrNothing()
        let result = try await signIn.signInAnonymously(to: app, context: request.context(in: app))
        return try door.signedIn(result)
    }

    private func signUp(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let body = try request.body(SignUpRequest.self)
        let result = try await signIn.signUp(
            ticket: body.ticket, role: body.role, profile: body.profile,
            app: try door.apps.app(namedBy: request), apps: door.apps, context: request.contextInAnyApp)
        return try door.signedIn(result)
    }
}

extension ProviderCredential {
    init(_ provider: Provider, _ body: AppleSignInRequest) {
        self.init(
            provider: provider, idToken: body.credential.idToken, nonce: body.credential.nonce,
            code: body.authorizationCode,
            statedName: body.name.flatMap { UnverifiedName(given: $0.givenName, family: $0.familyName) })
    }
}
