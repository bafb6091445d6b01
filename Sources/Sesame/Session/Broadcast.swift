import SesameWire

/// Hands each thing that happens to all who listen by then.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var listeners: [AsyncStream<Element>.Continuation] = []
        var waiting: [Element] = []
    }

    private let limit: Int
    private let state = Locked(State())

    /// A broadcast without listeners.
    /// - Parameter limit: The number of things that wait for the next listener, of those that happen while there is none.
    package init(keeping limit: Int = 0) {
        self.limit = limit
    }

    deinit {
        for listener in state.withLock({ $0.listeners }) { listener.finish() }
    }

    /// A stream of its own for each listener: what has waited, then what happens from now on.
    package var stream: AsyncStream<Element> {
        let (stream, listener) = AsyncStream<Element>.makeStream()
        state.withLock { state in
            for element in state.waiting { listener.yield(element) }
            state.waiting = []
            state.listeners.append(listener)
        }
        return stream
    }

    /// Something has happened.
    package func publish(_ element: Element) {
        state.withLock { state in
            // A listener that has gone is found here: a handler of its end would run within its task's lock, which a
            // yield may need while this one is held.
            state.listeners.removeAll { listener in
                if case .terminated = listener.yield(element) { true } else { false }
            }
            if state.listeners.isEmpty { state.waiting = (state.waiting + [element]).suffix(limit) }
        }
    }
}
