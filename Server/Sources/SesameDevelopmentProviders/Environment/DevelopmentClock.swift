package import Foundation
import SesameWire

/// A clock for development: the real time plus an offset that tests set, for example to make tokens expire.
///
/// The server and the providers share one clock, so that they always agree.
package final class DevelopmentClock: Sendable {
    private let base: @Sendable () -> Date
    private let seconds = Locked(0)

    /// The maximum offset in either direction: twenty years, in seconds.
    package static let maxShiftSeconds = 20 * 365 * 86_400

    /// Creates a clock without an offset.
    ///
    /// - Parameter base: A function that returns the real time.
    package init(base: @escaping @Sendable () -> Date = { Date() }) {
        self.base = base
    }

    package var now: Date { base().addingTimeInterval(Double(offset)) }

    /// The number of seconds by which the clock is ahead of the real time.
    package var offset: Int { seconds.withLock(\.self) }

    /// Sets the offset in seconds; a negative one sets the clock back. Throws if it exceeds ``maxShiftSeconds``.
    package func setOffset(_ shift: Int) throws(ProviderError) {
        try change { _ in shift }
    }

    /// Moves the clock by a number of seconds; a negative one moves it back. Throws if the offset would exceed
    /// ``maxShiftSeconds``.
    package func advance(by seconds: Int) throws(ProviderError) {
        try change { shift in
            let (sum, overflows) = shift.addingReportingOverflow(seconds)
            return overflows ? nil : sum
        }
    }

    /// Sets the clock to the real time.
    package func reset() {
        seconds.withLock { $0 = 0 }
    }

    private func change(_ newShift: (Int) -> Int?) throws(ProviderError) {
        let isAllowed = seconds.withLock { seconds in
            guard let shift = newShift(seconds), -Self.maxShiftSeconds...Self.maxShiftSeconds ~= shift else {
                return false
            }
            seconds = shift
            return true
        }
        guard isAllowed else {
            throw ProviderError(.invalidRequest, "the clock's shift must be at most \(Self.maxShiftSeconds) seconds")
        }
    }
}
