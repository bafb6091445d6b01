import SesameCore

@testable import Sesame

/// A log that keeps all events for a test.
final class RecordingLog: AuthLog {
    private let recorded = Locked<[AuthEvent]>([])

    /// What was recorded, in order.
    var events: [AuthEvent] { recorded.withLock { $0 } }

    /// The same in words.
    var lines: [String] { events.map(\.description) }

    func record(_ event: AuthEvent) {
        recorded.withLock { $0.append(event) }
    }
}
