import Foundation

/// A value protected by a lock that threads can wait on.
final class Monitor<State>: @unchecked Sendable {
    // The lock, which must be held while `state` is accessed.
    private let condition = NSCondition()
    private var state: State

    init(_ state: State) {
        self.state = state
    }

    /// Reads or changes the value without waking waiting threads.
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return body(&state)
    }

    /// Changes the value and wakes all waiting threads.
    func change<Result>(_ body: (inout State) -> Result) -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return body(&state)
    }

    /// Waits until the body returns a value. The body runs at once and after each change.
    func wait<Result>(for body: (inout State) -> Result?) -> Result {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = body(&state) { return result }
            condition.wait()
        }
    }
}
