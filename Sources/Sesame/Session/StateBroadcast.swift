import SesameCore

/// The current state for whoever asks, and every change of it for whoever listens.
final class StateBroadcast: Sendable {
    private struct Shared {
        var state = AuthState.unresolved
        var listeners: [Int: AsyncStream<AuthState>.Continuation] = [:]
        var count = 0
    }

    private let shared = Locked(Shared())

    deinit {
        for listener in shared.withLock({ $0.listeners.values }) { listener.finish() }
    }

    /// The state now.
    var state: AuthState {
        shared.withLock { $0.state }
    }

    /// A stream of its own for each listener: the current state, then each change, none left out.
    var stream: AsyncStream<AuthState> {
        let (stream, listener) = AsyncStream<AuthState>.makeStream(bufferingPolicy: .unbounded)
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

    /// Makes a state known, if it is another one.
    func publish(_ state: AuthState) {
        shared.withLock { shared in
            guard state != shared.state else { return }
            shared.state = state
            for listener in shared.listeners.values { listener.yield(state) }
        }
    }
}
