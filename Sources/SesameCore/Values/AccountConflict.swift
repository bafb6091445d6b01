/// The choice between two accounts, with ``AuthError/Code/credentialInUse``: the signed-in account, and the account
/// that already has the credential.
public struct AccountConflict: Sendable, Equatable, Redacted {
    /// The result of a merge, shown to the user before the decision.
    public struct Preview: Sendable, Equatable, Redacted {
        /// The account that results from the merge. A guest account is absorbed by the other account; of two accounts
        /// with sign-in methods the signed-in one survives.
        public var user: UserAuthInfo
        /// The names of the profile fields with different values in both accounts, neither of them empty or the
        /// default. The survivor's values remain.
        public var overridden: [String]

        package init(user: UserAuthInfo, overridden: [String]) {
            self.user = user
            self.overridden = overridden
        }
    }

    /// The ticket that carries out the choice. It is valid once.
    public var ticket: Secret
    /// The time until the ticket expires.
    public var expiresIn: Duration
    /// The account that already has the credential, for the user to recognize.
    public var account: UserAuthInfo
    /// The preview of a merge; nil if the accounts cannot be merged, for example because they have different roles, or
    /// both have an identity of the same provider.
    public var merge: Preview?

    package init(ticket: Secret, expiresIn: Duration, account: UserAuthInfo, merge: Preview? = nil) {
        self.ticket = ticket
        self.expiresIn = expiresIn
        self.account = account
        self.merge = merge
    }
}

/// The policy for linking a credential that already belongs to another account.
public enum ConflictPolicy: String, Sendable, CaseIterable {
    /// No change: ``AuthError/Code/credentialInUse`` carries the choice, and the user decides.
    case fail
    /// The user stays in the current account, and the credential stays linked to the other one.
    case keep
    /// The session ends, and the user is signed in to the credential's account. An abandoned guest account can never be
    /// reached again.
    case `switch`
    /// The two accounts are merged; see ``AccountConflict/merge``.
    case merge
}

/// A user's choice between two accounts.
public enum ConflictChoice: String, Sendable, CaseIterable {
    /// Stay in the current account; see ``ConflictPolicy/keep``.
    case keep
    /// Continue with the other account; see ``ConflictPolicy/switch``.
    case `switch`
    /// Merge the two accounts; see ``ConflictPolicy/merge``.
    case merge
}

/// The outcome of linking a credential, or of undoing a merge.
public enum UpgradeOutcome: String, Sendable, CaseIterable {
    /// The credential is linked to the account.
    case linked
    /// Nothing has changed: the user stays in the current account.
    case kept
    /// The user is signed in to the account that has the credential.
    case switched
    /// The two accounts were merged.
    case merged
    /// A merge was undone.
    case undone
}
