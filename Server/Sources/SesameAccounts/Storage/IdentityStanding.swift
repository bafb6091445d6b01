package import Foundation

/// A provider's events about an identity since it was linked, each with its latest time. A late or repeated event
/// changes nothing.
package struct IdentityStanding: Sendable, Equatable {
    /// The time at which the provider disabled the account behind the identity.
    package var disabledAt: Date?
    /// The time at which the provider enabled it again.
    package var enabledAt: Date?
    /// The time at which the provider last wanted new credentials.
    package var credentialChangeAt: Date?
    /// The time at which mail to the relay address stopped reaching the user.
    package var forwardingStoppedAt: Date?
    /// The time at which it reached them again.
    package var forwardingResumedAt: Date?

    /// Makes the standing; without anything, of an identity that nothing was told about.
    package init(
        disabledAt: Date? = nil, enabledAt: Date? = nil, credentialChangeAt: Date? = nil,
        forwardingStoppedAt: Date? = nil, forwardingResumedAt: Date? = nil
    ) {
        self.disabledAt = disabledAt
        self.enabledAt = enabledAt
        self.credentialChangeAt = credentialChangeAt
        self.forwardingStoppedAt = forwardingStoppedAt
        self.forwardingResumedAt = forwardingResumedAt
    }

    /// True if nobody signs in with the identity for now. Of two times that are the same the safe one counts.
    package var isDisabled: Bool {
        guard let disabledAt else { return false }
        return enabledAt.map { $0 <= disabledAt } ?? true
    }

    /// True if mail to the address that the provider states reaches nobody.
    package var isUnreachable: Bool {
        guard let forwardingStoppedAt else { return false }
        return forwardingResumedAt.map { $0 <= forwardingStoppedAt } ?? true
    }

    /// Notes a time, unless a later one is known.
    ///
    /// - Returns: True if it is news.
    mutating func note(_ moment: WritableKeyPath<IdentityStanding, Date?>, at time: Date) -> Bool {
        if let known = self[keyPath: moment], known >= time { return false }
        self[keyPath: moment] = time
        return true
    }
}
