import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The native API: a thin translation between HTTP and the domain.
struct NativeAPI: Sendable {
    let accounts: Services
    let apps: AppDirectory
    let log: SecurityLog

    /// The surface with all native routes.
    func surface(cors: CORSPolicy) -> Surface {
        Surface(
            name: "native", prefixes: ["/v1"],
            routes: signInRoutes + secondFactorRoutes + passwordRoutes + codeRoutes + sessionRoutes + accountRoutes
                + profileRoutes
                + linkRoutes
                + deviceRoutes
                + eventRoutes,
            cors: cors, renderProblem: ErrorRenderer.render)
    }

    /// Runs an operation; a refusal becomes the API's error body.
    func answer(
        _ request: HTTPRequest, _ operation: () async throws(Refusal) -> HTTPResponse
    ) async -> HTTPResponse {
        do throws(Refusal) {
            return try await operation()
        } catch {
            log.refused(error, request)
            return ErrorRenderer.render(error, requestID: request.id.description)
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
        try accounts.sessions.tokens(for: session, in: apps)
    }

    /// Who makes the call.
    func caller(_ request: HTTPRequest) async throws(Refusal) -> Caller {
        try await accounts.sessions.authenticate(
            try request.bearer(), app: try apps.app(namedBy: request), apps: apps)
    }
}

extension HTTPRequest {
    /// The body as strict JSON of the given shape.
    func body<Body: WireBody>(_ type: Body.Type) throws(Refusal) -> Body {
        let object = try jsonObject()
        do throws(BodyError) {
            return try Body(json: object)
        } catch {
            let problem =
                switch error.problem {
                case .missing: "is missing"
                case .wrongType: "has the wrong type"
                case .invalid: "is not valid"
                }
            throw Refusal(.invalidRequest, "'\(error.field)' \(problem)", field: error.field)
        }
    }

}

extension HTTPResponse {
    /// The answer, with a token for the device that has signed in.
    func giving(_ device: Secret?) -> HTTPResponse {
        guard let device else { return self }
        var response = self
        response.headers.add(name: Self.device, value: device.exposed)
        return response
    }

}
