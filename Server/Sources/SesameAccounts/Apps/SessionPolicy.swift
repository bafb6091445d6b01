package import Foundation

/// The lifetimes of an app's sessions and access tokens.
package struct SessionPolicy: Sendable {
    /// The lifetime of an access token, in seconds.
    package let accessTokenLifetime: TimeInterval
    /// The idle timeout of a session, in seconds since the last refresh.
    package let idleTimeout: TimeInterval
    /// The absolute lifetime of a session, in seconds since the sign-in.
    package let absoluteTimeout: TimeInterval
    /// The maximum number of an account's live sessions; a new one replaces the oldest.
    package let maxSessions: Int
    /// The time after a rotation in which the old refresh token gets the new one again even if the new one has been
    /// used, in seconds; 0 for no such time.
    package let refreshLeeway: TimeInterval

    /// Creates a policy. The defaults are 15 minutes, 60 days, a year, 100 sessions, and 10 seconds.
    package init(
        accessTokenLifetime: TimeInterval = 15 * 60, idleTimeout: TimeInterval = 60 * 86_400,
        absoluteTimeout: TimeInterval = 365 * 86_400, maxSessions: Int = 100, refreshLeeway: TimeInterval = 10
    ) {
        self.accessTokenLifetime = accessTokenLifetime
        self.idleTimeout = idleTimeout
        self.absoluteTimeout = absoluteTimeout
        self.maxSessions = max(1, maxSessions)
        self.refreshLeeway = refreshLeeway
    }
}

/// The definition of a recent sign-in, which sensitive operations require.
package enum StepUp {
    /// The time for which a sign-in counts as recent: five minutes, in seconds.
    package static let window: TimeInterval = 5 * 60

    /// Returns true if the user authenticated recently enough. A time more than five seconds in the future, from before
    /// the clock was set back, is not recent.
    static func isRecent(_ authTime: Date, at now: Date) -> Bool {
        (-5...window).contains(now.timeIntervalSince(authTime))
    }
}
