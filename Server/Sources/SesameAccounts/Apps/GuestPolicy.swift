package import Foundation

/// The rules for removing idle guest accounts.
package struct GuestPolicy: Sendable, Equatable {
    /// The action taken on idle guest accounts.
    package enum Mode: String, Sendable, CaseIterable {
        case on
        /// Idle guest accounts are counted and reported, but not removed.
        case dryRun
        case off
    }

    /// The idle time after which a guest account is removed, in seconds.
    package let idleTimeout: TimeInterval
    package let mode: Mode

    package init(idleTimeout: TimeInterval = 90 * 86_400, mode: Mode = .on) {
        self.idleTimeout = idleTimeout
        self.mode = mode
    }

    /// Returns the default idle time in seconds: the idle timeout of the app's sessions, and at least 90 days. A guest
    /// can reach the account only with its session, so by default no account with a usable session is removed.
    package static func defaultIdleTimeout(_ sessions: SessionPolicy) -> TimeInterval {
        max(90 * 86_400, sessions.idleTimeout)
    }
}
