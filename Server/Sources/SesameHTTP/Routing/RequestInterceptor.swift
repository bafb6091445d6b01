/// A check that can reject requests before their routes handle them.
///
/// The check runs on the connection's thread for every request that matches a route, so it must be fast and must not
/// block.
package protocol RequestInterceptor: Sendable {
    /// Returns the problem that rejects the request; nil to accept it.
    func problem(of request: HTTPRequest, policy: RoutePolicy) -> HTTPError?
}
