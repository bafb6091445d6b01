/// A user's id at the team that received the app.
package struct TransferredPerson: Sendable, Equatable {
    /// Apple's id of the person, within that team.
    package let subject: String
    /// The address, which is another relay if it is one.
    package let email: String?
    /// True if the address is a relay.
    package let isPrivateEmail: Bool

    /// Makes a person.
    package init(subject: String, email: String? = nil, isPrivateEmail: Bool = false) {
        self.subject = subject
        self.email = email
        self.isPrivateEmail = isPrivateEmail
    }
}

/// The result for one identity.
package enum TransferOutcome: Sendable, Equatable {
    /// It is kept under the new id now.
    case changed
    /// It was already.
    case unchanged
    /// Nobody here has the old id, nor the new one.
    case unknown
    /// The new id has an account of its own: its person has signed in since the app was transferred.
    case conflict(AccountID, AccountID)
}
