/// An Apple user after the transfer of an app, with the id and email address for the new developer team.
package struct TransferredUser: Sendable, Equatable {
    /// Apple's id of the user within the new team.
    package let subject: String
    /// The user's email address, if known. A relay address differs from the one for the former team.
    package let email: String?
    /// True if the address is one of Apple's relay addresses.
    package let isPrivateEmail: Bool

    package init(subject: String, email: String? = nil, isPrivateEmail: Bool = false) {
        self.subject = subject
        self.email = email
        self.isPrivateEmail = isPrivateEmail
    }
}

/// The result of updating one identity after an app transfer.
package enum TransferOutcome: Sendable, Equatable {
    /// The identity is now stored under the new id.
    case changed
    /// The identity was already stored under the new id.
    case unchanged
    /// No account has the old or the new id.
    case unknown
    /// A second account has the new id, because the user has signed in since the app was transferred.
    case conflict(AccountID, AccountID)
}
