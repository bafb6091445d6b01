import Foundation
import Sesame
import SesameWire

/// The phones' clock: the system's, a while ahead.
///
/// An app lets nobody sign in twice within two seconds, and nobody does; the demo passes over such pauses.
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
