import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// An error of RFC 6749, sections 4.1.2.1 and 5.2.
struct OAuthError: Error, Sendable {
    enum Code: String, Sendable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case unsupportedGrantType = "unsupported_grant_type"
        case unsupportedResponseType = "unsupported_response_type"
        case accessDenied = "access_denied"
        case temporarilyUnavailable = "temporarily_unavailable"
        case serverError = "server_error"
    }

    let code: Code
    /// The description for developers, which never repeats parts of the request.
    let description: String
    /// The number of seconds before a retry; set if the client sent too many requests.
    let retryAfter: Int?

    init(_ code: Code, _ description: String, retryAfter: Int? = nil) {
        self.code = code
        self.description = description
        self.retryAfter = retryAfter
    }

    /// Creates the error that the client gets for a rejected sign-in.
    init(signIn refusal: AccountError) {
        switch refusal.code {
        case .rateLimited: self.init(.temporarilyUnavailable, refusal.reason, retryAfter: refusal.retryAfter)
        case .providerUnavailable, .storageUnavailable: self.init(.temporarilyUnavailable, refusal.reason)
        case .internal: self.init(.serverError, refusal.reason)
        case .invalidRequest: self.init(.invalidRequest, refusal.reason)
        default: self.init(.accessDenied, refusal.reason)
        }
    }

    /// Creates the error that the client gets for a rejected code or refresh token.
    init(grant refusal: AccountError) {
        switch refusal.code {
        case .rateLimited: self.init(.temporarilyUnavailable, refusal.reason, retryAfter: refusal.retryAfter)
        case .providerUnavailable, .storageUnavailable: self.init(.temporarilyUnavailable, refusal.reason)
        case .internal: self.init(.serverError, refusal.reason)
        default: self.init(.invalidGrant, refusal.reason)
        }
    }

    /// The error response of `/token`.
    var response: HTTPResponse {
        let status: HTTPResponseStatus =
            switch code {
            case .temporarilyUnavailable: retryAfter == nil ? .serviceUnavailable : .tooManyRequests
            case .serverError: .internalServerError
            case .invalidClient: .unauthorized
            default: .badRequest
            }
        let body: JSONObject = ["error": .string(code.rawValue), "error_description": .string(description)]
        var response = HTTPResponse.json(JSONValue.object(body).serialized(), status: status)
        if code == .temporarilyUnavailable {
            response.headers.add(name: "Retry-After", value: String(retryAfter ?? 1))
        }
        return response
    }
}
