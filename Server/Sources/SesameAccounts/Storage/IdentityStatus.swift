package import Foundation

/// A provider's events about an identity since it was linked: the time of the latest event of each kind, or nil. A late
/// or repeated event changes nothing.
package struct IdentityStatus: Sendable, Equatable {
    /// The time at which the provider disabled the account behind the identity.
    package var disabledAt: Date?
    /// The time at which the provider enabled the account behind the identity again.
    package var enabledAt: Date?
    /// The time at which the provider last required new credentials.
    package var credentialChangeAt: Date?
    /// The time at which email to the relay address stopped reaching the user.
    package var forwardingStoppedAt: Date?
    /// The time at which email to the relay address reached the user again.
    package var forwardingResumedAt: Date?

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

    /// True if the provider has disabled the identity, which blocks sign-in with it. If ``disabledAt`` and
    /// ``enabledAt`` are equal, the identity counts as disabled.
    package var isDisabled: Bool {
        guard let disabledAt else { return false }
        return enabledAt.map { $0 <= disabledAt } ?? true
    }

    /// True if email to the address in the provider's claims does not reach the user.
    package var isUnreachable: Bool {
        guard let forwardingStoppedAt else { return false }
        return forwardingResumedAt.map { $0 <= forwardingStoppedAt } ?? true
    }

    /// Stores the time of an event, unless a time that is equal or later is known.
    ///
    /// - Returns: True if the time was stored.
    mutating func note(_ moment: WritableKeyPath<IdentityStatus, Date?>, at time: Date) -> Bool {
        if let known = self[keyPath: moment], known >= time { return false }
        self[keyPath: moment] = time
        return true
    }
}
