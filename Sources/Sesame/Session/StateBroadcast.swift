import SesameWire

/// The current state, with a broadcast of every change.
final class StateBroadcast<State: Sendable>: Sendable {
    private struct Shared {
        var state: State
        var listeners: [AsyncStream<State>.Continuation] = []
    }

    private let shared: Locked<Shared>

    /// Creates a broadcast that begins with the given state.
    init(_ state: State) {
        shared = Locked(Shared(state: state))
    }

    deinit {
        for listener in shared.withLock({ $0.listeners }) { listener.finish() }
    }

    /// The state that was last published, or the initial state.
    var state: State {
        shared.withLock { $0.state }
    }

    /// A new stream for a listener: the current state, then each change, none omitted.
    var stream: AsyncStream<State> {
        let (stream, listener) = AsyncStream<State>.makeStream(bufferingPolicy: .unbounded)
        shared.withLock { shared in
            listener.yield(shared.state)
            shared.listeners.append(listener)
        }
        return stream
    }

    /// Publishes a state, even if it is unchanged.
    func publish(_ state: State) {
        shared.withLock { shared in
            shared.state = state
            // Terminated listeners are removed here. A termination handler would run within its task's lock, which a
            // yield may need while this lock is held.
            shared.listeners.removeAll { listener in
                if case .terminated = listener.yield(state) { true } else { false }
            }
        }
    }
}
