package import Foundation

package struct KeyRotationSchedule: Sendable {
    /// The time for which a key signs, in seconds.
    package let rotationPeriod: TimeInterval
    /// The time for which a key is published before it signs, in seconds: longer than the cache lifetime of the public
    /// set.
    package let leadTime: TimeInterval
    /// The longest lifetime of a token, in seconds. After its last signature a key stays published for this time plus
    /// ``leadTime``.
    package let retirementPeriod: TimeInterval

    /// The cache lifetime of the public set, in seconds.
    package static let jwksMaxAge: TimeInterval = 3600

    /// Creates a schedule. By default a key is published two hours before it signs, signs for ninety days, and then
    /// stays published for two hours longer than the longest token lifetime that an app can configure.
    package init(
        rotationPeriod: TimeInterval = 90 * 86_400, leadTime: TimeInterval = 2 * jwksMaxAge,
        retirementPeriod: TimeInterval = TimeInterval(IDTokenExchangeSettings.maxAccessDays) * 86_400
    ) {
        self.rotationPeriod = rotationPeriod
        self.leadTime = leadTime
        self.retirementPeriod = retirementPeriod
    }

    /// Returns the key to create and the keys to remove at the given time.
    ///
    /// - Parameter keys: The existing keys, newest first.
    func plan(_ keys: [SealedSigningKey], at now: Date) -> Plan {
        guard let newest = keys.first else { return Plan(next: .signing(from: now), expired: []) }
        let due = newest.signsFrom.addingTimeInterval(rotationPeriod - leadTime)
        let next: Plan.Next = now >= due ? .signing(from: now.addingTimeInterval(leadTime)) : .none
        var expired: [String] = []
        for (key, successor) in zip(keys.dropFirst(), keys)
        where now >= successor.signsFrom.addingTimeInterval(retirementPeriod + leadTime) {
            expired.append(key.id)
        }
        return Plan(next: next, expired: expired)
    }

    /// A key to create and the keys to remove.
    struct Plan: Equatable {
        enum Next: Equatable {
            case none
            /// A new key to publish now, and the time from which it signs.
            case signing(from: Date)
        }

        static let nothing = Plan(next: .none, expired: [])

        let next: Next
        /// The ids of the keys to remove, whose tokens have all expired.
        let expired: [String]
    }
}
