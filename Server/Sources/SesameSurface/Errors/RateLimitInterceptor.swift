package import SesameAccounts
package import SesameHTTP

/// The interceptor that applies the rate limits of an address before its request is read. The domain applies the limits
/// of accounts and apps. An address's refused credentials are counted in the log of refusals.
package struct RateLimitInterceptor: RequestInterceptor {
    package let limiter: RateLimiter
    /// A function called with each refused request. It must be quick.
    package let observer: (@Sendable (AccountError, HTTPRequest) -> Void)?

    package init(limiter: RateLimiter, observer: (@Sendable (AccountError, HTTPRequest) -> Void)? = nil) {
        self.limiter = limiter
        self.observer = observer
    }

    package func problem(of request: HTTPRequest, policy: RoutePolicy) -> HTTPError? {
        guard policy.rateLimitClass != .uncounted else { return nil }
        do throws(AccountError) {
            try limiter.admit(request.client)
            return nil
        } catch {
            observer?(error, request)
            return .rateLimited(error.reason, retryAfter: error.retryAfter ?? 1)
        }
    }
}
