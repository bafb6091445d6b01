package import Foundation

/// The schedule by which signing keys are created, used and removed.
package struct KeyRotationSchedule: Sendable {
    /// The time for which a key signs, in seconds.
    package let rotationPeriod: TimeInterval
    /// The time for which a key is published before it signs, in seconds: longer than the cache lifetime of the public
    /// set.
    package let leadTime: TimeInterval
    /// The time for which a key stays published after its last signature, in seconds: the longest lifetime of a token.
    package let tokenLife: TimeInterval

    /// The cache lifetime of the public set, in seconds.
    package static let jwksMaxAge: TimeInterval = 3600

    /// Creates a schedule. By default a key signs for ninety days, is published two hours before, and stays published
    /// for the longest token lifetime that any app may have.
    package init(
        rotationPeriod: TimeInterval = 90 * 86_400, leadTime: TimeInterval = 2 * jwksMaxAge,
        tokenLife: TimeInterval = TimeInterval(IDTokenExchangeSettings.maxAccessDays) * 86_400
    ) {
        self.rotationPeriod = rotationPeriod
        self.leadTime = leadTime
        self.tokenLife = tokenLife
    }

    /// Returns the steps for these keys, newest first, at the given time.
    func plan(_ keys: [SealedSigningKey], at now: Date) -> Plan {
        guard let newest = keys.first else { return Plan(next: .signing(from: now), expired: []) }
        let due = newest.signsFrom.addingTimeInterval(rotationPeriod - leadTime)
        let next: Plan.Next = now >= due ? .signing(from: now.addingTimeInterval(leadTime)) : .none
        var expired: [String] = []
        for (key, successor) in zip(keys.dropFirst(), keys)
        where now >= successor.signsFrom.addingTimeInterval(tokenLife + leadTime) {
            expired.append(key.id)
        }
        return Plan(next: next, expired: expired)
    }

    /// The steps for the keys.
    struct Plan: Equatable {
        enum Next: Equatable {
            case none
            /// A new key to publish now, and the time from which it signs.
            case signing(from: Date)
        }

        static let nothing = Plan(next: .none, expired: [])

        let next: Next
        /// The keys whose tokens have all expired.
        let expired: [String]
    }
}
