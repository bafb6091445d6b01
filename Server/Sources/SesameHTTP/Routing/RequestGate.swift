/// Turns requests away before their routes answer.
///
/// It is asked on the connection's thread for every request, so it must be quick and can wait for nothing.
package protocol RequestGate: Sendable {
    /// Returns the problem for which the request is rejected, if any.
    func problem(of request: HTTPRequest, policy: RoutePolicy) -> HTTPProblem?
}
