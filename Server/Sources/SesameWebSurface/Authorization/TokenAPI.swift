import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// `POST /token`, which exchanges codes and refresh tokens for tokens (RFC 6749 sections 4.1.3 and 6), and the metadata
/// documents. All clients are public: a code requires its verifier.
struct TokenAPI: Sendable {
    let accounts: Services
    let apps: AppDirectory
    let publicURL: String
    let log: SecurityLog

    func surface(cors: CORSPolicy) -> Surface {
        let metadata = JSONValue.object(AuthorizationMetadata(publicURL: publicURL).json).serialized()
        let documents = ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"]
        return Surface(
            name: "token",
            prefixes: ["/token"],
            routes: [Route(.POST, "/token", takes: .credential, policy: .form) { request, _ in await token(request) }]
                + documents.map { path in
                    Route(.GET, path, takes: .none, policy: .cached(seconds: 300)) { _, _ in .json(metadata) }
                },
            cors: cors, renderProblem: Self.render)
    }

    private func token(_ request: HTTPRequest) async -> HTTPResponse {
        do throws(OAuthError) {
            let form = try Self.form(request)
            switch form["grant_type"] {
            case "authorization_code": return try await exchange(form, request)
            case "refresh_token": return try await refresh(form, request)
            case nil: throw OAuthError(.invalidRequest, "grant_type is missing")
            default: throw OAuthError(.unsupportedGrantType, "grant_type must be authorization_code or refresh_token")
            }
        } catch {
            return error.response
        }
    }

    private static func form(_ request: HTTPRequest) throws(OAuthError) -> QueryParameters {
        guard let form = try? QueryParameters(formEncoded: request.body), !form.hasRepeatedName else {
            throw OAuthError(.invalidRequest, "the body must be a form without duplicate fields")
        }
        guard request.query.isEmpty else { throw OAuthError(.invalidRequest, "parameters must be in the body") }
        guard request.headers["Authorization"].isEmpty else {
            throw OAuthError(.invalidRequest, "clients have no secret; send client_id in the body, not Authorization")
        }
        return form
    }

    private func exchange(_ form: QueryParameters, _ request: HTTPRequest) async throws(OAuthError) -> HTTPResponse {
        let app = try client(form)
        let code = try Self.require("code", in: form)
        let redirectURI = try Self.require("redirect_uri", in: form)
        let verifier = try Self.require("code_verifier", in: form)
        do throws(AccountError) {
            let signIn = try await accounts.authorization.redeem(
                Secret(code), client: app, redirectURI: redirectURI, verifier: Secret(verifier),
                context: request.context(in: app))
            let tokens = try accounts.sessions.tokens(for: signIn.session, in: apps)
            return Self.answer(SignInResponse(signIn, tokens, in: apps).json, tokens)
        } catch {
            log.refused(error, request)
            throw OAuthError(grant: error)
        }
    }

    private func refresh(_ form: QueryParameters, _ request: HTTPRequest) async throws(OAuthError) -> HTTPResponse {
        let app = try client(form)
        let refreshToken = try Self.require("refresh_token", in: form)
        do throws(AccountError) {
            let tokens = try await accounts.sessions.refresh(
                Secret(refreshToken), app: app, apps: apps, context: request.context(in: app))
            return Self.answer(TokenResponse(tokens).json, tokens)
        } catch {
            log.refused(error, request)
            throw OAuthError(grant: error)
        }
    }

    private func client(_ form: QueryParameters) throws(OAuthError) -> App {
        let name = try Self.require("client_id", in: form)
        guard let app = AppID(name).flatMap({ apps[$0] }) else {
            throw OAuthError(.invalidClient, "unknown client")
        }
        return app
    }

    private static func require(_ name: String, in form: QueryParameters) throws(OAuthError) -> String {
        guard let value = form[name], !value.isEmpty else {
            throw OAuthError(.invalidRequest, "\(name) is missing")
        }
        return value
    }

    /// Returns a native API response that repeats the tokens under the names of RFC 6749 section 5.1.
    private static func answer(_ body: JSONObject, _ tokens: SessionTokens) -> HTTPResponse {
        var body = body
        body["access_token"] = .string(tokens.accessToken.exposed)
        body["token_type"] = "Bearer"
        body["expires_in"] = .integer(Int64(tokens.expiresIn))
        body["refresh_token"] = .string(tokens.refreshToken.exposed)
        var response = HTTPResponse.json(JSONValue.object(body).serialized())
        response.headers.add(name: "Pragma", value: "no-cache")
        return response
    }

    @Sendable private static func render(_ problem: HTTPError, _ refused: FailedRequest) -> HTTPResponse {
        let code: OAuthError.Code =
            switch problem.status {
            case .serviceUnavailable, .tooManyRequests: .temporarilyUnavailable
            case let status where status.code >= 500: .serverError
            default: .invalidRequest
            }
        let retryAfter = problem.status == .tooManyRequests ? problem.retryAfter : nil
        var response = OAuthError(code, problem.detail, retryAfter: retryAfter).response
        response.status = problem.status
        return response
    }
}
