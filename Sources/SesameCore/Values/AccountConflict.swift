/// The choice between two accounts, with ``AuthError/Code/credentialInUse``: that of whoever is signed in, and the one
/// that the credential has already.
public struct AccountConflict: Sendable, Equatable, Redacted {
    /// The result of a merge, before it is done.
    public struct Preview: Sendable, Equatable, Redacted {
        /// The account that both would become. A guest becomes part of the other account; of two accounts with sign-in
        /// methods the one that is signed in stays.
        public var user: UserAuthInfo
        /// The profile's fields that both have, with different values: the staying account's values stay.
        public var overridden: [String]

        /// Makes the value.
        package init(user: UserAuthInfo, overridden: [String]) {
            self.user = user
            self.overridden = overridden
        }
    }

    /// Carries the choice out; good once.
    public var ticket: Secret
    /// The time until the ticket expires.
    public var expiresIn: Duration
    /// The account that the credential has, which the person has just proved to be theirs.
    public var account: UserAuthInfo
    /// The result of a merge; nil where the two cannot become one, because they have different roles, or each an
    /// identity of one provider.
    public var merge: Preview?

    /// Makes the value.
    package init(ticket: Secret, expiresIn: Duration, account: UserAuthInfo, merge: Preview? = nil) {
        self.ticket = ticket
        self.expiresIn = expiresIn
        self.account = account
        self.merge = merge
    }
}

/// The handling of a credential that has an account of its own when it is to be linked to another one.
public enum ConflictPolicy: String, Sendable, CaseIterable {
    /// Nothing: the choice comes with ``AuthError/Code/credentialInUse``, and the person decides.
    case fail
    /// The person stays with the account that they have, and the credential with its own.
    case keep
    /// The session ends, and the person is signed in to the credential's account. What a guest leaves behind nobody can
    /// reach any more.
    case `switch`
    /// The two accounts become one; see ``AccountConflict/merge``.
    case merge
}

/// A user's choice between two accounts.
public enum ConflictChoice: String, Sendable, CaseIterable {
    /// To go on as they are; see ``ConflictPolicy/keep``.
    case keep
    /// To go on with the other account; see ``ConflictPolicy/switch``.
    case `switch`
    /// To make one account of the two; see ``ConflictPolicy/merge``.
    case merge
}

/// The outcome of linking a credential.
public enum UpgradeOutcome: String, Sendable, CaseIterable {
    /// It belongs to the account now.
    case linked
    /// Nothing has changed.
    case kept
    /// The person is signed in to the account that the credential has.
    case switched
    /// Two accounts have become one.
    case merged
    /// The one account is two again.
    case undone
}
