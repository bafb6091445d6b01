package import Foundation

/// The state of a session's second factor.
package enum SecondFactorState: Sendable, Equatable {
    /// None was asked for.
    case unasked
    /// It is awaited: until it was shown the session is good for nothing else.
    case awaited
    /// It was shown.
    case shown(ShownFactor)

    /// The factor that was shown, if any.
    package var shown: ShownFactor? {
        if case .shown(let factor) = self { factor } else { nil }
    }
}

extension Session {
    /// For how long a second factor is awaited, in seconds.
    package static let factorWait: TimeInterval = 600

    /// Returns true if nothing but the second factor is missing for the session to be used.
    package func awaitsFactor(at now: Date) -> Bool { secondFactor == .awaited && isOpen(at: now) }

    /// Has the session wait for a second factor.
    mutating func awaitFactor(at now: Date) {
        secondFactor = .awaited
        idleExpiresAt = min(idleExpiresAt, now.addingTimeInterval(Self.factorWait))
    }
}
