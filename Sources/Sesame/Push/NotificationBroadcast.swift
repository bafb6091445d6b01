import SesameCore

/// Hands each notification that is opened to all who listen, and what comes while nobody does to the next one.
package final class NotificationBroadcast: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<OpenedNotification>.Continuation] = [:]
        var count = 0
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
        let number = state.withLock { state in
            state.count += 1
            for opened in state.waiting { listener.yield(opened) }
            state.waiting = []
            state.listeners[state.count] = listener
            return state.count
        }
        listener.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[number] = nil } }
        return stream
    }

    /// The person has opened a notification.
    package func publish(_ opened: OpenedNotification) {
        state.withLock { state in
            if state.listeners.isEmpty {
                state.waiting = (state.waiting + [opened]).suffix(Self.limit)
            } else {
                for listener in state.listeners.values { listener.yield(opened) }
            }
        }
    }
}
