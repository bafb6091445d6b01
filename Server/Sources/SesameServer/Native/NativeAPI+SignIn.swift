import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension NativeAPI {
    var signInRoutes: [Route] {
        [
            Route(.POST, APIRoute.challenges, takes: .credential, policy: .optionalJSON) { request, _ in
                await challenge(request)
            },
            Route(.POST, APIRoute.signInGoogle, takes: .credential) { request, _ in await signInWithGoogle(request) },
            Route(.POST, APIRoute.signInApple, takes: .credential) { request, _ in await signInWithApple(request) },
            Route(.POST, APIRoute.signInAnonymous, takes: .none, policy: .optionalJSON) { request, _ in
                await signInAnonymously(request)
            },
            Route(.POST, APIRoute.signUp, takes: .credential) { request, _ in await signUp(request) },
        ]
    }

    private func challenge(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            try request.requireObjectOrNothing()
            return .json(ChallengeAnswer(nonce: try await nonce(request), expiresIn: Int(Nonces.life)))
        }
    }

    /// A nonce for a sign-in to the app; for a caller one for a link in their session.
    private func nonce(_ request: HTTPRequest) async throws(Refusal) -> Secret {
        guard request.headers["Authorization"].isEmpty else {
            return accounts.providers.challenge(for: try await caller(request))
        }
        return accounts.providers.challenge(for: try apps.app(of: request, orElse: apps.fallbackApp))
    }

    private func signInWithGoogle(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let app = try apps.app(of: request, orElse: apps.fallbackApp)
            let body = try request.body(SignInRequest.self)
            let credential = ProviderCredential(provider: .google, idToken: body.idToken, nonce: body.nonce)
            let result = try await accounts.signIn.signIn(
                with: credential, to: app, role: body.role, context: request.context(in: app))
            return try signedIn(result)
        }
    }

    private func signInWithApple(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let app = try apps.app(of: request, orElse: apps.fallbackApp)
            let body = try request.body(AppleSignInRequest.self)
            let result = try await accounts.signIn.signIn(
                with: ProviderCredential(.apple, body), to: app, role: body.credential.role,
                context: request.context(in: app))
            return try signedIn(result)
        }
    }

    private func signInAnonymously(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let app = try apps.app(of: request, orElse: apps.fallbackApp)
            try request.requireObjectOrNothing()
            let result = try await accounts.signIn.signInAnonymously(to: app, context: request.context(in: app))
            return try signedIn(result)
        }
    }

    private func signUp(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let body = try request.body(SignUpRequest.self)
            let result = try await accounts.signIn.signUp(
                ticket: body.ticket, role: body.role, profile: body.profile,
                app: try apps.app(namedBy: request), apps: apps, context: request.contextInAnyApp)
            return try signedIn(result)
        }
    }
}

extension ProviderCredential {
    init(_ provider: Provider, _ body: AppleSignInRequest) {
        self.init(
            provider: provider, idToken: body.credential.idToken, nonce: body.credential.nonce,
            code: body.authorizationCode,
            statedName: body.name.flatMap { StatedName(given: $0.givenName, family: $0.familyName) })
    }
}
