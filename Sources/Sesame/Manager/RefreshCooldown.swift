import Foundation
import SesameCore

/// The wait that a server requires after a rate-limited refresh. Callers that need a token meanwhile get an error at
/// once.
struct RefreshCooldown: Sendable, Equatable {
    private let begunAt: Date
    private let length: Duration

    /// Creates the wait that a rate-limit error requires; nil for any other error, or if the error has no
    /// `Retry-After`.
    init?(after error: AuthError, at now: Date) {
        guard error.code == .rateLimited, let length = error.retryAfter else { return nil }
        begunAt = now
        self.length = length
    }

    /// Returns the remaining time; nil if the wait is over. A clock that was set back ends the wait, because one
    /// unnecessary request is better than a long wait.
    func rest(at now: Date) -> Duration? {
        let passed = now.timeIntervalSince(begunAt)
        guard passed >= 0 else { return nil }
        let rest = length - .seconds(passed)
        return rest > .zero ? rest : nil
    }
}
