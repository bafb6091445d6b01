package import SesameAccounts
package import SesameHTTP

/// Holds every address to its limits before anything is read of what it sends. What is limited of accounts and apps stands
/// in the domain; the credentials of an address that are refused are counted where refusals are written down.
package struct LimitGate: RequestGate {
    package let limiter: RateLimiter
    /// Told of each request that is turned away. It must be quick.
    package let observer: (@Sendable (Refusal, HTTPRequest) -> Void)?

    package init(limiter: RateLimiter, observer: (@Sendable (Refusal, HTTPRequest) -> Void)? = nil) {
        self.limiter = limiter
        self.observer = observer
    }

    package func problem(of request: HTTPRequest, policy: RoutePolicy) -> HTTPProblem? {
        guard policy.traffic != .uncounted else { return nil }
        do throws(Refusal) {
            try limiter.admit(request.client)
            return nil
        } catch {
            observer?(error, request)
            return .rateLimited(error.reason, retryAfter: error.retryAfter ?? 1)
        }
    }
}
