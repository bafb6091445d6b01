import SesameCore

@testable import Sesame

/// A transport that gives prepared answers, and notes what was sent.
final class ScriptedTransport: HTTPTransport {
    private let state = Locked((answers: [Result<TransportResponse, AuthError>](), requests: [TransportRequest]()))

    init(_ answers: Result<TransportResponse, AuthError>...) {
        state.withLock { $0.answers = answers }
    }

    convenience init(_ status: Int, _ body: String, headers: [String: String] = [:]) {
        self.init(.success(TransportResponse(status: status, headers: headers, body: Array(body.utf8))))
    }

    var requests: [TransportRequest] { state.withLock { $0.requests } }

    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
        }
        return try answer.get()
    }
}
