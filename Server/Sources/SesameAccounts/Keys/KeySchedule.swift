package import Foundation

/// The schedule by which signing keys are created, used and removed.
package struct KeySchedule: Sendable {
    /// The seconds that a key signs.
    package let signingLife: TimeInterval
    /// The seconds that a key is published before it signs: more than the public set is cached.
    package let leadTime: TimeInterval
    /// The seconds that a key stays published after its last signature: the longest life of a token.
    package let tokenLife: TimeInterval

    /// The seconds that others may cache the public set.
    package static let publicSetLife: TimeInterval = 3600

    /// Ninety days of signing, published two hours ahead, and kept for the longest-lived token that any app may have.
    package init(
        signingLife: TimeInterval = 90 * 86_400, leadTime: TimeInterval = 2 * publicSetLife,
        tokenLife: TimeInterval = TimeInterval(ContractSettings.greatestAccessDays) * 86_400
    ) {
        self.signingLife = signingLife
        self.leadTime = leadTime
        self.tokenLife = tokenLife
    }

    /// Returns the steps for these keys, newest first, at that time.
    func plan(_ keys: [SealedSigningKey], at now: Date) -> Plan {
        guard let newest = keys.first else { return Plan(next: .signing(from: now), expired: []) }
        let due = newest.signsFrom.addingTimeInterval(signingLife - leadTime)
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
            /// A new key is to be published now and to sign from then on.
            case signing(from: Date)
        }

        static let nothing = Plan(next: .none, expired: [])

        let next: Next
        /// Keys whose tokens have all expired.
        let expired: [String]
    }
}
