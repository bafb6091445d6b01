public import Foundation

/// What becomes of guests who do not come back.
public struct GuestPolicy: Sendable, Equatable {
    /// Whether they are removed.
    public enum Mode: String, Sendable, CaseIterable {
        /// They are.
        case on
        /// They are counted.
        case dryRun
        /// They stay.
        case off
    }

    /// For how long a guest's account stays that nobody uses, in seconds.
    public let idleLife: TimeInterval
    /// Whether it goes then.
    public let mode: Mode

    /// Makes a policy.
    public init(idleLife: TimeInterval = 90 * 86_400, mode: Mode = .on) {
        self.idleLife = idleLife
        self.mode = mode
    }

    /// A guest's session is all that leads to their account. Unless the operator says otherwise, none goes that could
    /// still be used, however long the app's sessions live.
    public static func usualLife(_ sessions: SessionPolicy) -> TimeInterval {
        max(90 * 86_400, sessions.idleLife)
    }
}
