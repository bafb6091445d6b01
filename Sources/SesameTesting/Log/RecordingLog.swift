public import Sesame
import SesameWire

/// A log that keeps all events for a test.
public final class RecordingLog: AuthLog {
    private let recorded = Locked<[AuthEvent]>([])

    /// An empty log.
    public init() {}

    /// The recorded events, in order.
    public var events: [AuthEvent] { recorded.withLock { $0 } }

    /// The same in words.
    public var lines: [String] { events.map(\.description) }

    /// Keeps the event.
    public func record(_ event: AuthEvent) {
        recorded.withLock { $0.append(event) }
    }
}
