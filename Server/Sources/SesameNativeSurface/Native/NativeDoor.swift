import NIOHTTP1
import SesameAccounts
import SesameHTTP
import SesameSurface
import SesameWire

/// The door of the native routes: finds the app and the caller, and forms the answers.
struct NativeDoor: Sendable {
    let sessions: SessionService
    let apps: AppDirectory
    let log: SecurityLog

    /// The app of a request that carries no credential of ours.
    func app(of request: HTTPRequest) throws(Refusal) -> App {
        try apps.app(of: request, orElse: apps.fallbackApp)
    }

    /// Makes a route. A refusal becomes the API's error body.
    func route(
        _ method: HTTPMethod, _ pattern: String, takes input: Route.Input, policy: RoutePolicy = RoutePolicy(),
        _ handler: @escaping @Sendable (HTTPRequest) async throws(Refusal) -> HTTPResponse
    ) -> Route {
        route(method, pattern, takes: input, policy: policy) { request, _ throws(Refusal) in try await handler(request)
        }
    }

    /// Makes a route with parameters in its path.
    func route(
        _ method: HTTPMethod, _ pattern: String, takes input: Route.Input, policy: RoutePolicy = RoutePolicy(),
        _ handler: @escaping @Sendable (HTTPRequest, PathParameters) async throws(Refusal) -> HTTPResponse
    ) -> Route {
        Route(method, pattern, takes: input, policy: policy) { request, path in
            do throws(Refusal) {
                return try await handler(request, path)
            } catch {
                log.refused(error, request)
                return ErrorRenderer.render(error, requestID: request.id.description)
            }
        }
    }

    /// The answer to a sign-in: who it was, and the tokens of the session.
    func signedIn(_ signIn: SignIn) throws(Refusal) -> HTTPResponse {
        .json(SignInAnswer(signIn, try tokens(of: signIn.session), in: apps))
    }

    /// The answer to a link: whose account it is now, and the tokens to go on with.
    func linked(_ result: LinkResult) throws(Refusal) -> HTTPResponse {
        .json(LinkAnswer(result, try tokens(of: result.session), in: apps))
    }

    /// The answer to a proof of who the caller is: the session's new tokens.
    func confirmed(_ session: Session) throws(Refusal) -> HTTPResponse {
        .json(TokenAnswer(try tokens(of: session)))
    }

    private func tokens(of session: Session) throws(Refusal) -> SessionTokens {
        try sessions.tokens(for: session, in: apps)
    }

    /// Returns the caller.
    func caller(_ request: HTTPRequest) async throws(Refusal) -> Caller {
        try await sessions.authenticate(
            try request.bearer(), app: try apps.app(namedBy: request), apps: apps)
    }
}
