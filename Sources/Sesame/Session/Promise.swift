import SesameWire

/// A value that arrives once, for any number of callers. Only the first fulfilment counts.
package final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case pending([CheckedContinuation<Value, Never>])
        case fulfilled(Value)
    }

    private let state = Locked(State.pending([]))

    package init() {}

    /// The value; waits until it is set.
    package var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let value = state.withLock { state -> Value? in
                    switch state {
                    case .fulfilled(let value): return value
                    case .pending(let waiting):
                        state = .pending(waiting + [continuation])
                        return nil
                    }
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }

    /// Sets the value and resumes its waiting callers. Returns false, and changes nothing, if a value was set before.
    @discardableResult
    package func fulfill(_ value: Value) -> Bool {
        let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>]? in
            guard case .pending(let waiting) = state else { return nil }
            state = .fulfilled(value)
            return waiting
        }
        for continuation in waiting ?? [] { continuation.resume(returning: value) }
        return waiting != nil
    }
}
