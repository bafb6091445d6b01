public import Foundation
public import SesameCore

/// Signs in with a browser and comes back to a program without a window of its own: Sesame's web sign-in, with a
/// redirect to this device (RFC 8252 section 7.3) and PKCE.
public struct LoopbackSignIn: CredentialSource {
    /// Who vouches for the person.
    public enum Provider: String, Sendable, CaseIterable {
        /// Sign in with Apple.
        case apple
        /// Sign in with Google.
        case google
    }

    private let server: URL
    private let app: String
    private let provider: Provider?
    private let issuer: String
    private let timeLimit: Duration
    private let clock: AuthClock
    private let open: @Sendable (URL) async -> Void

    /// A sign-in at the server.
    /// - Parameters:
    ///   - app: The app's name in the server's configuration.
    ///   - provider: Nil lets the person choose on the server's page.
    ///   - issuer: The name that the server signs its answers with, where it is not its address (RFC 9207).
    ///   - open: Shows the address to the person, in a browser or as text. Return when that is done, not when the
    ///     person has signed in.
    public init(
        server: URL, app: String, provider: Provider? = nil, issuer: String? = nil,
        timeLimit: Duration = .seconds(300), clock: AuthClock = .system, open: @escaping @Sendable (URL) async -> Void
    ) {
        self.server = server
        self.app = app
        self.provider = provider
        self.issuer = issuer ?? server.appending(apiPath: "")?.absoluteString ?? server.absoluteString
        self.timeLimit = timeLimit
        self.clock = clock
        self.open = open
    }

    /// Opens the browser and waits for the code.
    public func credential(nonces: NonceSource) async throws(AuthError) -> AuthCredential {
        let listener = try LoopbackListener()
        defer { listener.stop() }
        let attempt = LoopbackAttempt(
            redirectURI: "http://127.0.0.1:\(listener.port)\(LoopbackAttempt.path)", issuer: issuer)
        let answer = Promise<Result<Secret, AuthError>>()
        listener.start { request in
            let (page, result) = attempt.judge(request)
            var verdict = LoopbackListener.Verdict(
                answer: page.answer(inFrench: request?.prefersFrench ?? false), end: nil)
            if let result { verdict.end = { answer.fulfil(result) } }
            return verdict
        }
        guard let url = attempt.authorizeURL(server: server, app: app, provider: provider?.rawValue) else {
            throw AuthError(.invalidRequest, "the server's address is no address of a server")
        }
        let timer = Task { [clock, timeLimit] in
            guard (try? await clock.sleep(for: timeLimit)) != nil else { return }
            answer.fulfil(.failure(AuthError(.cancelled, "nobody signed in within \(timeLimit)")))
        }
        defer { timer.cancel() }
        await open(url)
        let code = try await withTaskCancellationHandler {
            await answer.value
        } onCancel: {
            answer.fulfil(.failure(AuthError(.cancelled, "the sign-in was cancelled")))
        }.get()
        return .authorizationCode(
            AuthorizationCode(
                code: code, verifier: attempt.pkce.verifier, redirectURI: attempt.redirectURI, clientID: app))
    }
}
