package import SesameAccounts
package import SesameHTTP

/// The interceptor that applies the rate limits of a client address before a route handles the request. The domain
/// applies the limits of accounts and apps. The observer of ``SecurityLog`` counts an address's refused credentials.
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
