package import Logging
import SesameWire

/// A log of messages that may be repeated many times. It writes each from time to time, with the number of repetitions,
/// so that a flood of requests does not flood the log.
package final class RepetitionLog: Sendable {
    private struct Tally {
        var count = 0
        var silentUntil: ContinuousClock.Instant?
    }

    private let logger: Logger
    private let pause: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let tallies = Locked<[String: Tally]>([:])

    /// - Parameter pause: The shortest time between two lines about the same thing.
    package init(
        _ logger: Logger, pause: Duration = .seconds(60),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.logger = logger
        self.pause = pause
        self.now = now
    }

    /// Counts a message, and writes it unless the last line about the same thing is too recent. `times` in the line is
    /// the number of messages since then.
    ///
    /// - Parameter key: The thing that the message is about. There should be few.
    package func log(
        _ level: Logger.Level, _ message: Logger.Message, about key: String, _ metadata: Logger.Metadata
    ) {
        let now = now()
        let times = tallies.withLock { tallies -> Int? in
            var tally = tallies[key] ?? Tally()
            defer { tallies[key] = tally }
            tally.count += 1
            if let until = tally.silentUntil, now < until { return nil }
            tally.silentUntil = now.advanced(by: pause)
            defer { tally.count = 0 }
            return tally.count
        }
        guard let times else { return }
        logger.log(
            level: level, message, metadata: metadata.merging(["times": .stringConvertible(times)]) { one, _ in one })
    }
}
