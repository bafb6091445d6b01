package import Foundation
import SesameWire

/// The server's clock: the wall clock, while it is plausible. See ``ClockTrust``.
package final class TrustedClock: Sendable {
    private let wall: @Sendable () -> Date
    private let steady: @Sendable () -> Duration
    private let shift: @Sendable () -> TimeInterval
    private let state = Locked(State())

    private struct State {
        var trust = ClockTrust()
        var isTrusted = true
        var observer: (@Sendable (Bool) -> Void)?
    }

    private static let start = ContinuousClock.now

    /// Creates a clock for new data; see ``begin(lastUse:)`` for existing data.
    ///
    /// - Parameters:
    ///   - wall: The wall clock.
    ///   - steady: A monotonic clock that also counts while the machine sleeps; boot time if nil.
    ///   - shift: Returns the number of seconds by which a development server's time is ahead.
    package init(
        wall: @escaping @Sendable () -> Date = { Date() },
        steady: (@Sendable () -> Duration)? = nil,
        shift: @escaping @Sendable () -> TimeInterval = { 0 }
    ) {
        (self.wall, self.steady, self.shift) = (wall, steady ?? { Self.start.duration(to: .now) }, shift)
    }

    /// The wall clock's time if it is plausible or was never trusted, otherwise the time that follows from the
    /// monotonic clock. Includes the time shift of a development server.
    package var now: Date { reading.now }

    /// True if the wall clock is plausible. Otherwise nothing is removed by age.
    package var isTrusted: Bool { reading.isTrusted }

    /// Sets the function that is called at each change of the clock's plausibility. It is also called at once if the
    /// clock is not plausible.
    package func observe(_ observer: @escaping @Sendable (Bool) -> Void) {
        if !isTrusted { observer(false) }
        state.withLock { $0.observer = observer }
    }

    /// Sets the time at which the data were last used, when the server starts; nil for new data.
    package func begin(lastUse: Date?) {
        guard let lastUse else { return }
        state.withLock { $0.trust = ClockTrust(lastUse: lastUse.millisecondsSince1970) }
    }

    /// Attributes a small difference between the wall clock and the monotonic clock to drift; call it every ten
    /// minutes.
    ///
    /// - Returns: The time of the wall clock, for ``begin(lastUse:)`` of the next start; nil if it is not plausible.
    func settle() -> Date? {
        let (wall, steady) = times
        return state.withLock { state in
            guard state.trust.settle(wall: wall, steady: steady) else { return nil }
            return Date(millisecondsSince1970: wall)
        }
    }

    private var times: (wall: Int64, steady: Int64) {
        (wall().millisecondsSince1970, steady().inMilliseconds)
    }

    /// The current time, and true if it is the time of a plausible wall clock.
    var reading: (now: Date, isTrusted: Bool) {
        let (wall, steady) = times
        let (reading, observer) = state.withLock { state in
            let reading = state.trust.read(wall: wall, steady: steady)
            let isChange = reading.isTrusted != state.isTrusted
            state.isTrusted = reading.isTrusted
            return (reading, isChange ? state.observer : nil)
        }
        observer?(reading.isTrusted)
        return (Date(millisecondsSince1970: reading.now).addingTimeInterval(shift()), reading.isTrusted)
    }
}

extension Duration {
    fileprivate var inMilliseconds: Int64 {
        components.seconds &* 1_000 &+ components.attoseconds / 1_000_000_000_000_000
    }
}
