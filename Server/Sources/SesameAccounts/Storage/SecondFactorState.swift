package import Foundation

/// The state of a session's second factor: not required, pending or verified.
package enum SecondFactorState: Sendable, Equatable {
    case notRequired
    /// The session waits for its second factor and cannot be used until then.
    case pending
    case verified(VerifiedFactor)

    /// The verified second factor; nil if none was verified.
    package var verified: VerifiedFactor? {
        if case .verified(let factor) = self { factor } else { nil }
    }
}

extension Session {
    /// The time for which a session waits for its second factor, in seconds.
    package static let secondFactorTimeout: TimeInterval = 600

    /// Returns true if the session is open and waits for its second factor.
    package func isPendingSecondFactor(at now: Date) -> Bool { secondFactor == .pending && isOpen(at: now) }

    /// Makes the session wait for its second factor; it expires after ``secondFactorTimeout`` without one.
    mutating func awaitFactor(at now: Date) {
        secondFactor = .pending
        idleExpiresAt = min(idleExpiresAt, now.addingTimeInterval(Self.secondFactorTimeout))
    }
}
