public import Foundation

/// How long an app's sessions and access tokens live.
public struct SessionPolicy: Sendable {
    /// The life of an access token, in seconds.
    public let accessLife: TimeInterval
    /// How long a session lives without a refresh, in seconds.
    public let idleLife: TimeInterval
    /// How long a session lives at most, in seconds.
    public let absoluteLife: TimeInterval

    /// A quarter of an hour, sixty days, a year.
    public init(
        accessLife: TimeInterval = 15 * 60, idleLife: TimeInterval = 60 * 86_400,
        absoluteLife: TimeInterval = 365 * 86_400
    ) {
        self.accessLife = accessLife
        self.idleLife = idleLife
        self.absoluteLife = absoluteLife
    }
}

/// For how long a sign-in counts as recent, for operations that need one.
public enum StepUp {
    /// Five minutes, in seconds.
    public static let window: TimeInterval = 5 * 60

    /// Whether the person proved who they are recently enough. A time in the future, from before a clock was set back,
    /// is not recent.
    static func isRecent(_ authTime: Date, at now: Date) -> Bool {
        (-5...window).contains(now.timeIntervalSince(authTime))
    }
}
