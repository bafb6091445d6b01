package import Foundation

/// The clean-up of idle guests.
package struct GuestPolicy: Sendable, Equatable {
    /// True if they are removed.
    package enum Mode: String, Sendable, CaseIterable {
        /// They are.
        case on
        /// They are counted.
        case dryRun
        /// They stay.
        case off
    }

    /// For how long a guest's account stays that nobody uses, in seconds.
    package let idleLife: TimeInterval
    /// True if it goes then.
    package let mode: Mode

    /// Makes a policy.
    package init(idleLife: TimeInterval = 90 * 86_400, mode: Mode = .on) {
        self.idleLife = idleLife
        self.mode = mode
    }

    /// A guest's session is all that leads to their account. Unless the operator says otherwise, none goes that could
    /// still be used, however long the app's sessions live.
    package static func usualLife(_ sessions: SessionPolicy) -> TimeInterval {
        max(90 * 86_400, sessions.idleLife)
    }
}
