import SesameWire

/// Hands each notification that is opened to all who listen, and what comes while nobody does to the next one.
package final class NotificationBroadcast<Notification: Sendable>: Sendable {
    private struct State {
        var listeners: [AsyncStream<Notification>.Continuation] = []
        var waiting: [Notification] = []
    }

    /// More than these do not wait: a person opens one at a time.
    private let limit = 16
    private let state = Locked(State())

    /// A broadcast without listeners.
    package init() {}

    /// Returns what is opened from now on, and before it what nobody has listened to.
    package var stream: AsyncStream<Notification> {
        let (stream, listener) = AsyncStream<Notification>.makeStream()
        state.withLock { state in
            for opened in state.waiting { listener.yield(opened) }
            state.waiting = []
            state.listeners.append(listener)
        }
        return stream
    }

    /// The person has opened a notification.
    package func publish(_ opened: Notification) {
        state.withLock { state in
            // A listener that has gone is found here: a handler of its end would run within its task's lock, which a
            // yield may need while this one is held.
            state.listeners.removeAll { listener in
                if case .terminated = listener.yield(opened) { true } else { false }
            }
            if state.listeners.isEmpty { state.waiting = (state.waiting + [opened]).suffix(limit) }
        }
    }
}
