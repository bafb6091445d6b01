import SesameCore

/// The current state for whoever asks, and every change of it for whoever listens.
final class StateBroadcast<State: Sendable>: Sendable {
    private struct Shared {
        var state: State
        var listeners: [Int: AsyncStream<State>.Continuation] = [:]
        var count = 0
    }

    private let shared: Locked<Shared>

    /// Begins with that state.
    init(_ state: State) {
        shared = Locked(Shared(state: state))
    }

    deinit {
        for listener in shared.withLock({ $0.listeners.values }) { listener.finish() }
    }

    /// The state now.
    var state: State {
        shared.withLock { $0.state }
    }

    /// A stream of its own for each listener: the current state, then each change, none left out.
    var stream: AsyncStream<State> {
        let (stream, listener) = AsyncStream<State>.makeStream(bufferingPolicy: .unbounded)
        let id = shared.withLock { shared in
            shared.count += 1
            shared.listeners[shared.count] = listener
            listener.yield(shared.state)
            return shared.count
        }
        listener.onTermination = { [weak self] _ in
            _ = self?.shared.withLock { $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// Makes a state known, be it the same as before.
    func publish(_ state: State) {
        shared.withLock { shared in
            shared.state = state
            for listener in shared.listeners.values { listener.yield(state) }
        }
    }
}
