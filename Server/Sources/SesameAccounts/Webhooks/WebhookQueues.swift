import Foundation
import SesameWire

/// Keeps one webhook that is slow or away from holding up all others: few messages at once to each, and none for a while
/// after one that was not taken.
final class WebhookQueues: Sendable {
    /// True if a message may go now.
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
    private static let greatestRest: TimeInterval = 300

    private let queues = Locked<[String: Queue]>([:])

    /// Asks to send; what may go is to be followed by ``end(_:isTaken:at:)``.
    func begin(_ webhook: String, at now: Date) -> Admission {
        queues.withLock { queues in
            var queue = queues[webhook] ?? Queue()
            // A wall clock that was set back must not let a webhook rest for ever.
            if let until = queue.restsUntil, now < until, until <= now.addingTimeInterval(Self.greatestRest) {
                return .wait(until: until)
            }
            guard queue.underway < Self.width else { return .wait(until: now.addingTimeInterval(Self.pause)) }
            queue.underway += 1
            queues[webhook] = queue
            return .go
        }
    }

    /// Notes what became of a message that went.
    func end(_ webhook: String, isTaken: Bool, at now: Date) {
        queues.withLock { queues in
            var queue = queues[webhook] ?? Queue()
            queue.underway = max(0, queue.underway - 1)
            queue.failures = isTaken ? 0 : queue.failures + 1
            // One that is refused alone, among others that are taken, holds up nothing.
            let rest = min(Self.pause * pow(2, Double(queue.failures - 1)), Self.greatestRest)
            queue.restsUntil = queue.failures > 1 ? now.addingTimeInterval(rest) : nil
            queues[webhook] = queue
        }
    }
}
