import Foundation

/// A gate that allows one interactive sign-in at a time, and none just after a completed one. A double tap, or an event
/// delivered twice, starts no second attempt.
struct SignInGate {
    /// The pause after a sign-in, in seconds, in which the gate stays closed.
    static let pause: TimeInterval = 2

    private var isBusy = false
    private var processedAt: Date?

    /// Starts an attempt if the gate is open; returns true if it started.
    mutating func enter(at now: Date) -> Bool {
        guard !isBusy else { return false }
        // A time before the last sign-in means that the clock was set back, which must not keep the gate closed for
        // long.
        if let processedAt, processedAt <= now, now < processedAt.addingTimeInterval(Self.pause) { return false }
        isBusy = true
        return true
    }

    /// Ends the attempt after it produced a session, and keeps the gate closed for ``pause`` seconds.
    mutating func finished(at now: Date) {
        isBusy = false
        processedAt = now
    }

    /// Ends the pause after a sign-in, because a sign-in that follows a sign-out is not a double tap.
    mutating func open() {
        processedAt = nil
    }

    /// Ends a canceled or failed attempt, so that the next one may start without the pause.
    mutating func failed() {
        isBusy = false
    }
}
