import Foundation
import SesameCore

/// How long a server that has had too many requests is left alone, as it has asked. Whoever needs a token meanwhile is
/// told so at once.
struct RefreshPause: Sendable, Equatable {
    private let begunAt: Date
    private let length: Duration

    /// The pause that an error asks for; nil where it asks for none.
    init?(after error: AuthError, at now: Date) {
        guard error.code == .rateLimited, let length = error.retryAfter else { return nil }
        begunAt = now
        self.length = length
    }

    /// What is left of it; nil when it is over. A clock that was set back ends it: better one request too many than a
    /// person who has to wait for a clock.
    func rest(at now: Date) -> Duration? {
        let passed = now.timeIntervalSince(begunAt)
        guard passed >= 0 else { return nil }
        let rest = length - .seconds(passed)
        return rest > .zero ? rest : nil
    }
}
