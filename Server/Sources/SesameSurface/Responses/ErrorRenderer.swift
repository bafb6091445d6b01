import NIOHTTP1
package import SesameAccounts
import SesameCore
package import SesameHTTP
import SesameWire

/// The renderer of error responses in the native API's format.
package enum ErrorRenderer {
    /// Returns the error response for a refusal: its code, reason and details as JSON, with the matching status and
    /// headers.
    package static func render(_ refusal: AccountError, requestID: String) -> HTTPResponse {
        var body = ErrorBody(code: refusal.code, message: refusal.reason, requestID: requestID)
        body.retryAfter = refusal.retryAfter
        body.field = refusal.field
        body.missing = refusal.missing
        body.registration = refusal.registration.map(RegistrationBody.init)
        body.conflict = refusal.conflict.map(ConflictBody.init)
        body.secondFactor = refusal.secondFactor.map(SecondFactorTicketBody.init)
        body.stale = refusal.stale.map {
            StaleProfileBody(presentedVersion: $0.presented, profile: ProfileBody($0.account, by: $0.schema))
        }
        var response = HTTPResponse.json(body, status: HTTPResponseStatus(statusCode: refusal.code.httpStatus))
        if let stale = body.stale {
            response.headers.add(name: "ETag", value: ProfileETag.text(stale.profile.version))
        }
        response.addHints(for: refusal)
        return response
    }

    /// Returns the response for an error found before a route's handler runs, such as an unknown path or a rate limit.
    @Sendable package static func render(_ problem: HTTPError, _ refused: FailedRequest) -> HTTPResponse {
        let code: AuthError.Code =
            switch problem.status {
            case .notFound: .notFound
            case .serviceUnavailable: .storageUnavailable
            case .tooManyRequests: .rateLimited
            case let status where status.code >= 500: .internal
            default: .invalidRequest
            }
        var body = ErrorBody(code: code, message: problem.detail, requestID: refused.id.description)
        body.retryAfter = problem.retryAfter
        return .json(body, status: problem.status)
    }
}

extension HTTPResponse {
    /// Adds the headers that state when to retry or how to authenticate (RFC 9110 section 10.2.3, RFC 6750 section 3).
    package mutating func addHints(for refusal: AccountError) {
        if let seconds = refusal.retryAfter { headers.replaceOrAdd(name: "Retry-After", value: String(seconds)) }
        guard status == .unauthorized else { return }
        let isBearer = [.notAuthenticated, .sessionEnded, .sessionRevoked, .userDeleted].contains(refusal.code)
        headers.replaceOrAdd(
            name: "WWW-Authenticate",
            value: isBearer && refusal.field == nil ? "Bearer error=\"invalid_token\"" : "Bearer")
    }
}

extension RegistrationBody {
    /// Creates a body with the ticket and the claims of the provider.
    package init(_ registration: AccountError.Registration) {
        let claims = registration.claims
        self.init(
            ticket: registration.ticket, expiresIn: registration.expiresIn,
            prefill: Prefill(
                email: claims.email, givenName: claims.givenName, familyName: claims.familyName,
                photoURL: claims.photoURL))
    }
}
