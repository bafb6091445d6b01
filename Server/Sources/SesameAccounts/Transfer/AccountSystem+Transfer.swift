import Foundation
import SesameCore

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

extension AccountSystem {
    /// Keeps somebody's identity at Apple under the id that they have for the app's new team, in one transaction. The
    /// refresh tokens go: they are the old team's, and good for nothing now.
    public func transfer(
        _ subject: String, to person: TransferredPerson, in app: App
    ) async throws(Refusal) -> TransferOutcome {
        let app = app.id
        return try await write { transaction throws(StorageError) -> TransferOutcome in
            let known = try transaction.identity(.apple, subject: person.subject, in: app)
            guard let identity = try transaction.identity(.apple, subject: subject, in: app) else {
                return known == nil ? .unknown : .unchanged
            }
            if let known { return .conflict(identity.account, known.account) }
            try transaction.delete(identity)
            try transaction.insert(identity.transferred(to: person))
            return .changed
        }
    }
}

extension Identity {
    fileprivate func transferred(to person: TransferredPerson) -> Identity {
        var claims = claims
        if let email = person.email {
            // Apple has verified every address that it names. One that is no relay is the same for all teams.
            claims.email = email
            claims.emailVerified = true
            claims.isPrivateEmail = person.isPrivateEmail
        }
        return Identity(
            app: app, provider: provider, subject: person.subject, account: account, claims: claims,
            joiningAddress: joiningAddress, createdAt: createdAt, standing: standing)
    }
}
