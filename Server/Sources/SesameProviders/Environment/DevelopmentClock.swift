package import Foundation
import SesameWire

/// The wall clock of everything under development: a real one, and a shift that tests of expiry set.
///
/// The server reads the same object as the providers, so that both always agree.
package final class DevelopmentClock: Sendable {
    private let base: @Sendable () -> Date
    private let seconds = Locked(0)

    /// The greatest shift in either direction: twenty years.
    package static let greatestShift = 20 * 365 * 86_400

    /// A clock without shift.
    package init(base: @escaping @Sendable () -> Date = { Date() }) {
        self.base = base
    }

    package var now: Date { base().addingTimeInterval(Double(shift)) }

    /// By how many seconds the clock is ahead of the real one.
    package var shift: Int { seconds.withLock(\.self) }

    /// Sets the shift. Throws when it is greater than ``greatestShift``.
    package func setShift(_ shift: Int) throws(ProviderError) {
        try change { _ in shift }
    }

    /// Moves the clock on by so many seconds, or back. Throws when the shift would exceed ``greatestShift``.
    package func advance(by seconds: Int) throws(ProviderError) {
        try change { shift in
            let (sum, overflows) = shift.addingReportingOverflow(seconds)
            return overflows ? nil : sum
        }
    }

    /// Takes the shift back.
    package func reset() {
        seconds.withLock { $0 = 0 }
    }

    private func change(_ newShift: (Int) -> Int?) throws(ProviderError) {
        let isAllowed = seconds.withLock { seconds in
            guard let shift = newShift(seconds), -Self.greatestShift...Self.greatestShift ~= shift else { return false }
            seconds = shift
            return true
        }
        guard isAllowed else {
            throw ProviderError(.invalidRequest, "the clock shifts by at most \(Self.greatestShift) seconds")
        }
    }
}
