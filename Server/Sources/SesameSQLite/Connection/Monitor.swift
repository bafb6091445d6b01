import Foundation

/// A value behind a lock that threads can wait on.
final class Monitor<State>: @unchecked Sendable {
    // `state` is touched only while `condition` is locked.
    private let condition = NSCondition()
    private var state: State

    init(_ state: State) {
        self.state = state
    }

    /// Reads or changes the value where nobody waits for the outcome.
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return body(&state)
    }

    /// Changes the value and wakes everybody who waits.
    func change<Result>(_ body: (inout State) -> Result) -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return body(&state)
    }

    /// Waits until the body gives something; it is asked at once and after each change.
    func wait<Result>(for body: (inout State) -> Result?) -> Result {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = body(&state) { return result }
            condition.wait()
        }
    }
}
