import SesameWire

/// Hands each notification that is opened to all who listen, and what comes while nobody does to the next one.
package final class NotificationBroadcast: Sendable {
    private struct State {
        var listeners: [AsyncStream<OpenedNotification>.Continuation] = []
        var waiting: [OpenedNotification] = []
    }

    /// More than these do not wait: a person opens one at a time.
    private static let limit = 16
    private let state = Locked(State())

    /// A broadcast without listeners.
    package init() {}

    /// Returns what is opened from now on, and before it what nobody has listened to.
    package var stream: AsyncStream<OpenedNotification> {
        let (stream, listener) = AsyncStream<OpenedNotification>.makeStream()
        state.withLock { state in
            for opened in state.waiting { listener.yield(opened) }
            state.waiting = []
            state.listeners.append(listener)
        }
        return stream
    }

    /// The person has opened a notification.
    package func publish(_ opened: OpenedNotification) {
        state.withLock { state in
            // A listener that has gone is found here: a handler of its end would run within its task's lock, which a
            // yield may need while this one is held.
            state.listeners.removeAll { listener in
                if case .terminated = listener.yield(opened) { true } else { false }
            }
            if state.listeners.isEmpty { state.waiting = (state.waiting + [opened]).suffix(Self.limit) }
        }
    }
}
