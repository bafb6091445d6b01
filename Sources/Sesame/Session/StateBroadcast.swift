import SesameWire

/// The current state for whoever asks, and every change of it for whoever listens.
final class StateBroadcast<State: Sendable>: Sendable {
    private struct Shared {
        var state: State
        var listeners: [AsyncStream<State>.Continuation] = []
    }

    private let shared: Locked<Shared>

    /// Begins with that state.
    init(_ state: State) {
        shared = Locked(Shared(state: state))
    }

    deinit {
        for listener in shared.withLock({ $0.listeners }) { listener.finish() }
    }

    /// The state now.
    var state: State {
        shared.withLock { $0.state }
    }

    /// A stream of its own for each listener: the current state, then each change, none left out.
    var stream: AsyncStream<State> {
        let (stream, listener) = AsyncStream<State>.makeStream(bufferingPolicy: .unbounded)
        shared.withLock { shared in
            listener.yield(shared.state)
            shared.listeners.append(listener)
        }
        return stream
    }

    /// Makes a state known, be it the same as before.
    func publish(_ state: State) {
        shared.withLock { shared in
            shared.state = state
            // A listener that has gone is found here: a handler of its end would run within its task's lock, which a
            // yield may need while this one is held.
            shared.listeners.removeAll { listener in
                if case .terminated = listener.yield(state) { true } else { false }
            }
        }
    }
}
