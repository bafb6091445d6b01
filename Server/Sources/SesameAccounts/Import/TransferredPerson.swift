/// Who a person is to the team that has got their app.
public struct TransferredPerson: Sendable, Equatable {
    /// Apple's id of the person, within that team.
    public let subject: String
    /// The address, which is another relay if it is one.
    public let email: String?
    /// Whether the address is a relay.
    public let isPrivateEmail: Bool

    /// Makes a person.
    public init(subject: String, email: String? = nil, isPrivateEmail: Bool = false) {
        self.subject = subject
        self.email = email
        self.isPrivateEmail = isPrivateEmail
    }
}

/// What became of somebody's identity.
public enum TransferOutcome: Sendable, Equatable {
    /// It is kept under the new id now.
    case changed
    /// It was already.
    case unchanged
    /// Nobody here has the old id, nor the new one.
    case unknown
    /// The new id has an account of its own: its person has signed in since the app was transferred.
    case conflict(AccountID, AccountID)
}
