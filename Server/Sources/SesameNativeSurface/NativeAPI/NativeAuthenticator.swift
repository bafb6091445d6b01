import NIOHTTP1
import SesameAccounts
import SesameHTTP
import SesameSurface
import SesameWire

/// The entry point of the native routes: it finds the app and the caller, and creates the responses.
struct NativeAuthenticator: Sendable {
    let sessions: SessionService
    let apps: AppDirectory
    let log: SecurityLog

    /// Returns the app selected by the request's header or host, or else the default app; for requests without an
    /// access token. Throws if there is neither.
    func app(of request: HTTPRequest) throws(AccountError) -> App {
        try apps.app(of: request, orElse: apps.defaultApp)
    }

    /// Creates a route whose errors are returned as the native API's error body.
    func route(
        _ method: HTTPMethod, _ pattern: String, takes input: Route.Input, policy: RoutePolicy = RoutePolicy(),
        _ handler: @escaping @Sendable (HTTPRequest) async throws(AccountError) -> HTTPResponse
    ) -> Route {
        route(method, pattern, takes: input, policy: policy) { request, _ throws(AccountError) in
            try await handler(request)
        }
    }

    /// Creates a route whose handler also receives the path parameters.
    func route(
        _ method: HTTPMethod, _ pattern: String, takes input: Route.Input, policy: RoutePolicy = RoutePolicy(),
        _ handler: @escaping @Sendable (HTTPRequest, PathParameters) async throws(AccountError) -> HTTPResponse
    ) -> Route {
        Route(method, pattern, takes: input, policy: policy) { request, path in
            do throws(AccountError) {
                return try await handler(request, path)
            } catch {
                log.refused(error, request)
                return ErrorRenderer.render(error, requestID: request.id.description)
            }
        }
    }

    /// Returns the response to a sign-in: the user and the session's tokens.
    func signedIn(_ signIn: SignIn) throws(AccountError) -> HTTPResponse {
        .json(SignInResponse(signIn, try tokens(of: signIn.session), in: apps))
    }

    /// Returns the response to a link: the account that now has the identity, and the tokens of its session.
    func linked(_ result: LinkResult) throws(AccountError) -> HTTPResponse {
        .json(LinkResponse(result, try tokens(of: result.session), in: apps))
    }

    /// Returns the response to a reauthentication: the session's new tokens.
    func confirmed(_ session: Session) throws(AccountError) -> HTTPResponse {
        .json(TokenResponse(try tokens(of: session)))
    }

    private func tokens(of session: Session) throws(AccountError) -> SessionTokens {
        try sessions.tokens(for: session, in: apps)
    }

    /// Returns the caller; throws without a valid access token.
    func caller(_ request: HTTPRequest) async throws(AccountError) -> Caller {
        try await sessions.authenticate(
            try request.bearer(), app: try apps.app(namedBy: request), apps: apps)
    }
}
