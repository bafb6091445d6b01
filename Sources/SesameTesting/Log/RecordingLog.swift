public import Sesame
import SesameWire

/// A log that stores all events for a test.
public final class RecordingLog: AuthLog {
    private let recorded = Locked<[AuthEvent]>([])

    /// Creates an empty log.
    public init() {}

    /// The recorded events, in order.
    public var events: [AuthEvent] { recorded.withLock { $0 } }

    /// The descriptions of the recorded events, in order.
    public var lines: [String] { events.map(\.description) }

    /// Appends the event to ``events``.
    public func record(_ event: AuthEvent) {
        recorded.withLock { $0.append(event) }
    }
}
