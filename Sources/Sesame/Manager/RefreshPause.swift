import Foundation
import SesameCore

/// The wait that a server asked for. Callers that need a token meanwhile are told so at once.
struct RefreshPause: Sendable, Equatable {
    private let begunAt: Date
    private let length: Duration

    /// The pause that an error asks for; nil where it asks for none.
    init?(after error: AuthError, at now: Date) {
        guard error.code == .rateLimited, let length = error.retryAfter else { return nil }
        begunAt = now
        self.length = length
    }

    /// Returns the rest of it; nil when it is over. A clock that was set back ends it: better one request too many than
    /// a user who has to wait for a clock.
    func rest(at now: Date) -> Duration? {
        let passed = now.timeIntervalSince(begunAt)
        guard passed >= 0 else { return nil }
        let rest = length - .seconds(passed)
        return rest > .zero ? rest : nil
    }
}
