import NIOHTTP1
import SesameAccounts
import SesameHTTP

/// Holds every address to its limits before anything is read of what it sends, and counts the credentials of its that
/// were refused. What is limited of accounts and apps stands in the domain.
struct LimitGate: RequestGate {
    let limiter: RateLimiter
    /// Told of each request that is turned away. It must be quick.
    var observer: (@Sendable (Refusal, HTTPRequest) -> Void)?

    func problem(of request: HTTPRequest, policy: RoutePolicy) -> HTTPProblem? {
        guard policy.traffic != .uncounted else { return nil }
        do throws(Refusal) {
            try limiter.admit(request.client)
            return nil
        } catch {
            observer?(error, request)
            return .rateLimited(error.reason, retryAfter: error.retryAfter ?? 1)
        }
    }

    func note(_ response: HTTPResponse, to request: HTTPRequest, policy: RoutePolicy) {
        guard response.status.isRefusal(at: policy), policy.traffic != .uncounted else { return }
        limiter.noteRefusal(of: request.client)
    }
}

extension HTTPResponseStatus {
    /// Whether it says that a credential was refused.
    fileprivate func isRefusal(at policy: RoutePolicy) -> Bool {
        self == .unauthorized || self == .badRequest && policy.traffic == .credentials
    }
}
