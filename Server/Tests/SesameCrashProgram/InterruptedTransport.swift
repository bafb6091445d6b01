import Sesame
import SesameCore

/// A transport with a point before each request and one after its answer.
struct InterruptedTransport: HTTPTransport {
    private let transport = URLSessionTransport()
    let points: KillPoints

    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
        points.pass("before \(request)")
        let answer = try await transport.send(request)
        points.pass("after \(request)")
        return answer
    }
}
