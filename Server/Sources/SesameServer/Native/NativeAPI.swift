import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

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
    /// What the domain notes about the request, where no app says that it may be more.
    var context: RequestContext { RequestContext(requestID: id.description, client: client) }

    /// Who sent the request, as it is counted.
    var client: ClientAddress { ClientAddress(high: peer.bits.high, low: peer.bits.low) }

    /// What the domain notes about the request in an app.
    ///
    /// - Parameter device: The token of a known device, where it came in another way than by the header.
    func context(in app: App, device: Secret? = nil) -> RequestContext {
        RequestContext(
            requestID: id.description, network: app.keepsNetworks ? peer.network : nil, client: client,
            device: device ?? header(HTTPResponse.device).map { Secret($0) })
    }

    /// What the domain notes about a request whose app only the domain will find: it leaves out what the app does not
    /// keep.
    var contextInAnyApp: RequestContext {
        RequestContext(requestID: id.description, network: peer.network, client: client)
    }

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

    /// Refuses a body that is neither absent nor a JSON object, where nothing of it is needed.
    func requireObjectOrNothing() throws(Refusal) {
        if !body.isEmpty { _ = try jsonObject() }
    }

    /// The body as a strict JSON object.
    func jsonObject() throws(Refusal) -> JSONObject {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: body)
        } catch {
            throw Refusal(.invalidRequest, "the body is not JSON as RFC 8259 has it: \(error)")
        }
        guard case .object(let object) = value else {
            throw Refusal(.invalidRequest, "the body is no JSON object")
        }
        return object
    }
}

extension HTTPResponse {
    /// The header with the token of a known device, in requests and answers.
    static let device = "Sesame-Device"

    /// The answer, with a token for the device that has signed in.
    func giving(_ device: Secret?) -> HTTPResponse {
        guard let device else { return self }
        var response = self
        response.headers.add(name: Self.device, value: device.exposed)
        return response
    }

    /// An answer with a body.
    static func json(_ body: some WireBody, status: HTTPResponseStatus = .ok) -> HTTPResponse {
        .json(JSONValue.object(body.json).serialized(), status: status)
    }
}
