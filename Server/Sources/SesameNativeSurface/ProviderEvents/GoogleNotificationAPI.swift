import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameTokens
import SesameWire

/// The route `POST /notifications/google`, to which Google's Cross-Account Protection delivers security event tokens
/// (RFC 8935). The request's body is the token. The response is 202 for an accepted token, and 400 with one of the
/// RFC's error codes for a rejected one.
struct GoogleNotificationAPI: Sendable {
    static let path = "/notifications/google"

    let accounts: Services
    let apps: AppDirectory
    let log: SecurityLog

    func surface() -> Surface {
        Surface(
            name: "notifications of google", prefixes: [Self.path],
            routes: [
                Route(
                    .POST, Self.path, takes: .credential,
                    policy: RoutePolicy(
                        maxBodyBytes: AppleNotificationAPI.maxBodyBytes, contentTypes: ["application/secevent+jwt"])
                ) { request, _ in await receive(request) }
            ]
        ) { problem, refused in
            guard problem.status.code < 500, problem.status != .tooManyRequests else {
                return ErrorRenderer.render(problem, refused)
            }
            return DeliveryError(code: .invalidRequest, description: problem.detail).answer(problem.status)
        }
    }

    private func receive(_ request: HTTPRequest) async -> HTTPResponse {
        do throws(NotificationError) {
            guard let token = String(validating: request.body, as: UTF8.self) else {
                throw .token(TokenError(.malformed, "the token is not valid UTF-8"))
            }
            let receipt = try await accounts.notifications.handle(
                notification: Secret(token), from: .google, apps: apps, context: request.context)
            log.taken(receipt, from: .google, request)
            return HTTPResponse(status: .accepted)
        } catch {
            let refusal = AccountError(error)
            log.refused(refusal, request)
            switch error {
            case .token(let error):
                return DeliveryError(code: .init(error.reason), description: refusal.reason).answer(.badRequest)
            case .unavailable:
                // The RFC has no code for this; Google retries by itself.
                return ErrorRenderer.render(refusal, requestID: request.id.description)
            }
        }
    }
}

/// The error response to a rejected security event token (RFC 8935 section 2.4).
struct DeliveryError: Sendable {
    /// The RFC's error codes that this server uses.
    enum Code: String {
        case invalidRequest = "invalid_request"
        case invalidKey = "invalid_key"
        case invalidIssuer = "invalid_issuer"
        case invalidAudience = "invalid_audience"

        init(_ reason: TokenError.Reason) {
            self =
                switch reason {
                case .issuer: .invalidIssuer
                case .audience: .invalidAudience
                case .unknownKey, .signature, .algorithm: .invalidKey
                default: .invalidRequest
                }
        }
    }

    let code: Code
    let description: String

    func answer(_ status: HTTPResponseStatus) -> HTTPResponse {
        let json: JSONObject = ["err": .string(code.rawValue), "description": .string(description)]
        var response = HTTPResponse.json(JSONValue.object(json).serialized(), status: status)
        response.headers.replaceOrAdd(name: "Content-Language", value: "en")
        return response
    }
}
