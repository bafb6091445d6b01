package import Foundation

/// The lives of an app's sessions and access tokens.
package struct SessionPolicy: Sendable {
    /// The life of an access token, in seconds.
    package let accessLife: TimeInterval
    /// The seconds without a refresh after which a session ends.
    package let idleLife: TimeInterval
    /// The seconds after the sign-in at which a session ends.
    package let absoluteLife: TimeInterval
    /// The most live sessions of an account; the oldest gives way.
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

    /// Returns true if the person proved who they are recently enough. A time in the future, from before a clock was
    /// set back, is not recent.
    static func isRecent(_ authTime: Date, at now: Date) -> Bool {
        (-5...window).contains(now.timeIntervalSince(authTime))
    }
}
