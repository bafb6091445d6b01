import NIOConcurrencyHelpers
import NIOCore

/// One HTTP exchange, shared by the task that awaits the response and the thread that performs the transfer. A transfer
/// ends exactly once.
final class Transfer: Sendable {
    typealias Answer = Result<OutgoingResponse, HTTPClientError>

    private struct State {
        var continuation: CheckedContinuation<Answer, Never>?
        var isOver = false
    }

    let request: OutgoingRequest
    let deadline: NIODeadline
    private let state = NIOLockedValueBox(State())

    init(_ request: OutgoingRequest) {
        self.request = request
        deadline = .now() + request.timeout
    }

    /// True if the transfer has ended, so that no task awaits its result.
    var isOver: Bool { state.withLockedValue { $0.isOver } }

    /// Begins to wait for the result. Returns false, and resumes with `cancelled`, if the transfer has already ended.
    func begin(_ continuation: CheckedContinuation<Answer, Never>) -> Bool {
        let isOver = state.withLockedValue { state in
            if !state.isOver { state.continuation = continuation }
            return state.isOver
        }
        if isOver { continuation.resume(returning: .failure(.cancelled)) }
        return !isOver
    }

    func finish(_ answer: Answer) {
        let waiting = state.withLockedValue { state in
            defer { state = State(continuation: nil, isOver: true) }
            return state.continuation
        }
        waiting?.resume(returning: answer)
    }

    func cancel() { finish(.failure(.cancelled)) }
}
