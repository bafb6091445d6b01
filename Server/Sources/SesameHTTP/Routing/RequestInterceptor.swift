/// A check that can reject requests before their routes handle them.
///
/// It runs on the connection's thread for every request, so it must be fast and must not block.
package protocol RequestInterceptor: Sendable {
    /// Returns the problem that rejects the request; nil to accept it.
    func problem(of request: HTTPRequest, policy: RoutePolicy) -> HTTPError?
}
