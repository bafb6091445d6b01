import Foundation

/// Lets one interactive sign-in through at a time, and none right after a finished one: a double tap, or an event
/// delivered twice, makes no second attempt.
struct SignInGate {
    /// The seconds after a processed credential for which the gate stays shut.
    static let pause: TimeInterval = 2

    private var isBusy = false
    private var processedAt: Date?

    /// Returns true if an attempt may begin; if so, it has begun.
    mutating func enter(at now: Date) -> Bool {
        guard !isBusy else { return false }
        // A time before the last credential's means that the clock was set back: that must not shut the gate for long.
        if let processedAt, processedAt <= now, now < processedAt.addingTimeInterval(Self.pause) { return false }
        isBusy = true
        return true
    }

    /// The attempt has ended with a session.
    mutating func finished(at now: Date) {
        isBusy = false
        processedAt = now
    }

    /// Somebody was signed out: what they do next is no double tap.
    mutating func open() {
        processedAt = nil
    }

    /// The attempt was cancelled or has failed: the next one may follow at once.
    mutating func failed() {
        isBusy = false
    }
}
