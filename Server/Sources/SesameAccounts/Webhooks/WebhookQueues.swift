import Foundation
import SesameWire

/// The limits that keep a slow or unavailable webhook from delaying the others: at most three messages at once for
/// each, and a pause after repeated failures.
final class WebhookQueues: Sendable {
    /// The decision to send a message now, or to wait until a time.
    enum Admission: Equatable {
        case go
        case wait(until: Date)
    }

    private struct Queue {
        var underway = 0
        var failures = 0
        var restsUntil: Date?
    }

    private static let width = 3
    private static let pause: TimeInterval = 1
    private static let maxBackoff: TimeInterval = 300

    private let queues = Locked<[String: Queue]>([:])

    /// Decides if a message may be sent to the webhook with the given id now. Each allowed message must be followed by
    /// a call of ``end(_:isTaken:at:)``.
    func begin(_ webhook: String, at now: Date) -> Admission {
        queues.withLock { queues in
            var queue = queues[webhook] ?? Queue()
            // A pause must end even if the wall clock was set back.
            if let until = queue.restsUntil, now < until, until <= now.addingTimeInterval(Self.maxBackoff) {
                return .wait(until: until)
            }
            guard queue.underway < Self.width else { return .wait(until: now.addingTimeInterval(Self.pause)) }
            queue.underway += 1
            queues[webhook] = queue
            return .go
        }
    }

    /// Records the result of a sent message. From the second failure in a row, the webhook pauses: 2 seconds, doubled
    /// with each failure, and 300 seconds at most.
    func end(_ webhook: String, isTaken: Bool, at now: Date) {
        queues.withLock { queues in
            var queue = queues[webhook] ?? Queue()
            queue.underway = max(0, queue.underway - 1)
            queue.failures = isTaken ? 0 : queue.failures + 1
            // A single failure among successful deliveries causes no pause.
            let rest = min(Self.pause * pow(2, Double(queue.failures - 1)), Self.maxBackoff)
            queue.restsUntil = queue.failures > 1 ? now.addingTimeInterval(rest) : nil
            queues[webhook] = queue
        }
    }
}
