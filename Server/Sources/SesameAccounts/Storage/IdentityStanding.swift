package import Foundation

/// What a provider has told about an identity since it was bound: when each thing was last so. What comes late or twice
/// changes nothing, because only a later time takes the place of an earlier one.
package struct IdentityStanding: Sendable, Equatable {
    /// When the provider closed the account behind the identity.
    package var disabledAt: Date?
    /// When the provider opened it again.
    package var enabledAt: Date?
    /// When the provider last wanted the person to choose new credentials.
    package var credentialChangeAt: Date?
    /// When mail to the relay address stopped reaching the person.
    package var forwardingStoppedAt: Date?
    /// When it began to reach them again.
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

    /// Whether nobody signs in with the identity for now. Of two times that are the same the safe one counts.
    package var isDisabled: Bool {
        guard let disabledAt else { return false }
        return enabledAt.map { $0 <= disabledAt } ?? true
    }

    /// Whether mail to the address that the provider states reaches nobody.
    package var isUnreachable: Bool {
        guard let forwardingStoppedAt else { return false }
        return forwardingResumedAt.map { $0 <= forwardingStoppedAt } ?? true
    }

    /// Notes a time, unless a later one is known.
    ///
    /// - Returns: Whether it is news.
    mutating func note(_ moment: WritableKeyPath<IdentityStanding, Date?>, at time: Date) -> Bool {
        if let known = self[keyPath: moment], known >= time { return false }
        self[keyPath: moment] = time
        return true
    }
}
