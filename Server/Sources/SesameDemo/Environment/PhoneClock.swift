import Foundation
import Sesame
import SesameWire

/// The phones' clock: the system's clock plus an adjustable offset.
///
/// The SDK rejects a second sign-in within two seconds after a successful one; the demo skips such pauses by advancing
/// the clock.
final class PhoneClock: Sendable {
    private let shift = Locked(TimeInterval(0))

    var clock: AuthClock {
        AuthClock(
            now: { [shift] in Date(timeIntervalSinceNow: shift.withLock(\.self)) },
            sleep: { try await Task.sleep(for: $0) })
    }

    func letTimePass(_ seconds: TimeInterval) {
        shift.withLock { $0 += seconds }
    }
}
