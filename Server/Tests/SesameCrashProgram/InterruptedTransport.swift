import Sesame
import SesameCore

/// A transport with a kill point before each request and after its response.
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
