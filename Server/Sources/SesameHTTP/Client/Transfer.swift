import NIOConcurrencyHelpers
import NIOCore

/// One exchange between the task that awaits it and the thread that performs it. It ends exactly once.
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

    /// True if no task awaits the result any more.
    var isOver: Bool { state.withLockedValue { $0.isOver } }

    /// Begins to wait for the result; returns false if the transfer was canceled before.
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
