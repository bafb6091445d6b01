package import Foundation

/// When signing keys are made, used and removed.
package struct KeySchedule: Sendable {
    /// How long a key signs before the next one takes over, in seconds.
    package let signingLife: TimeInterval
    /// How long a key is published before it signs, in seconds: more than the public set is cached.
    package let leadTime: TimeInterval
    /// How long a key stays published after its last signature, in seconds: the longest life of a token.
    package let tokenLife: TimeInterval

    /// How long others may cache the public set, in seconds.
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

    /// What is to be done now with these keys, newest first.
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

    /// What is to be done with the keys.
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
