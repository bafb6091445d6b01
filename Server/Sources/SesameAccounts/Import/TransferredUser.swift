/// A user's id for the team that received the app.
package struct TransferredUser: Sendable, Equatable {
    /// Apple's id of the user within that team.
    package let subject: String
    /// The email address. A relay address differs from the old team's.
    package let email: String?
    /// True if the address is a relay address.
    package let isPrivateEmail: Bool

    package init(subject: String, email: String? = nil, isPrivateEmail: Bool = false) {
        self.subject = subject
        self.email = email
        self.isPrivateEmail = isPrivateEmail
    }
}

/// The result of the transfer of one identity.
package enum TransferOutcome: Sendable, Equatable {
    /// The identity is now stored under the new id.
    case changed
    /// The identity was already stored under the new id.
    case unchanged
    /// No account has the old or the new id.
    case unknown
    /// The new id has an account of its own because its user has signed in since the app was transferred.
    case conflict(AccountID, AccountID)
}
