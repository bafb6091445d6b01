package import Foundation

/// How long an app's sessions and access tokens live.
package struct SessionPolicy: Sendable {
    /// The life of an access token, in seconds.
    package let accessLife: TimeInterval
    /// How long a session lives without a refresh, in seconds.
    package let idleLife: TimeInterval
    /// How long a session lives at most, in seconds.
    package let absoluteLife: TimeInterval
    /// How many sessions of one account live at once; the oldest gives way to one more.
    package let most: Int

    /// A quarter of an hour, sixty days, a year, and a hundred at once.
    package init(
        accessLife: TimeInterval = 15 * 60, idleLife: TimeInterval = 60 * 86_400,
        absoluteLife: TimeInterval = 365 * 86_400, most: Int = 100
    ) {
        self.accessLife = accessLife
        self.idleLife = idleLife
        self.absoluteLife = absoluteLife
        self.most = max(1, most)
    }
}

/// For how long a sign-in counts as recent, for operations that need one.
package enum StepUp {
    /// Five minutes, in seconds.
    package static let window: TimeInterval = 5 * 60

    /// Whether the person proved who they are recently enough. A time in the future, from before a clock was set back,
    /// is not recent.
    static func isRecent(_ authTime: Date, at now: Date) -> Bool {
        (-5...window).contains(now.timeIntervalSince(authTime))
    }
}
