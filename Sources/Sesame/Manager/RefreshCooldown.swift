import Foundation
import SesameCore

/// The wait that a server requires after a rate-limited refresh. Callers that need a token meanwhile get an error at
/// once.
struct RefreshCooldown: Sendable, Equatable {
    private let begunAt: Date
    private let length: Duration

    /// Creates the pause that an error requires; nil if it requires none.
    init?(after error: AuthError, at now: Date) {
        guard error.code == .rateLimited, let length = error.retryAfter else { return nil }
        begunAt = now
        self.length = length
    }

    /// Returns the remaining time; nil if the pause is over. A clock that was set back ends the pause: one unnecessary
    /// request is better than a user who has to wait for a clock.
    func rest(at now: Date) -> Duration? {
        let passed = now.timeIntervalSince(begunAt)
        guard passed >= 0 else { return nil }
        let rest = length - .seconds(passed)
        return rest > .zero ? rest : nil
    }
}
