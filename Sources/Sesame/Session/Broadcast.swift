import SesameWire

/// A broadcast of events to all current listeners.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var listeners: [AsyncStream<Element>.Continuation] = []
        var waiting: [Element] = []
    }

    private let limit: Int
    private let state = Locked(State())

    /// Creates a broadcast without listeners.
    /// - Parameter limit: The maximum number of events that are buffered for the next listener while there is none.
    package init(keeping limit: Int = 0) {
        self.limit = limit
    }

    deinit {
        for listener in state.withLock({ $0.listeners }) { listener.finish() }
    }

    /// A new stream for a listener: the buffered events, then all later ones.
    package var stream: AsyncStream<Element> {
        let (stream, listener) = AsyncStream<Element>.makeStream()
        state.withLock { state in
            for element in state.waiting { listener.yield(element) }
            state.waiting = []
            state.listeners.append(listener)
        }
        return stream
    }

    /// Sends an event to all listeners, or buffers it up to the limit if there is no listener.
    package func publish(_ element: Element) {
        state.withLock { state in
            // Terminated listeners are removed here. A termination handler would run within its task's lock, which a
            // yield may need while this lock is held.
            state.listeners.removeAll { listener in
                if case .terminated = listener.yield(element) { true } else { false }
            }
            if state.listeners.isEmpty { state.waiting = (state.waiting + [element]).suffix(limit) }
        }
    }
}
