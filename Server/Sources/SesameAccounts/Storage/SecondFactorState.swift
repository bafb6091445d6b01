package import Foundation

/// The state of a session's second factor.
package enum SecondFactorState: Sendable, Equatable {
    /// No second factor was required.
    case unasked
    /// The session waits for its second factor and cannot be used until then.
    case awaited
    /// The second factor was verified.
    case shown(VerifiedFactor)

    /// The verified factor; nil if there is none.
    package var shown: VerifiedFactor? {
        if case .shown(let factor) = self { factor } else { nil }
    }
}

extension Session {
    /// The time for which a session waits for its second factor, in seconds.
    package static let secondFactorTimeout: TimeInterval = 600

    /// Returns true if the session lacks only its second factor to be used.
    package func isPendingSecondFactor(at now: Date) -> Bool { secondFactor == .awaited && isOpen(at: now) }

    /// Makes the session wait for a second factor.
    mutating func awaitFactor(at now: Date) {
        secondFactor = .awaited
        idleExpiresAt = min(idleExpiresAt, now.addingTimeInterval(Self.secondFactorTimeout))
    }
}
