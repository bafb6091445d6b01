import SesameWire

/// A value that arrives once and is then there for everybody; whoever comes second to fulfil it is ignored.
package final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case pending([CheckedContinuation<Value, Never>])
        case fulfilled(Value)
    }

    private let state = Locked(State.pending([]))

    /// A promise without a value yet.
    package init() {}

    /// The value, as soon as it is there.
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

    /// Gives the value; false when it already had one.
    @discardableResult
    package func fulfil(_ value: Value) -> Bool {
        let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>]? in
            guard case .pending(let waiting) = state else { return nil }
            state = .fulfilled(value)
            return waiting
        }
        for continuation in waiting ?? [] { continuation.resume(returning: value) }
        return waiting != nil
    }
}
