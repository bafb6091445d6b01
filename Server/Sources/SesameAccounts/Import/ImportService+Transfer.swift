extension ImportService {
    /// Moves a user's Apple identity to the user's id for the app's new team, in one transaction. The refresh tokens
    /// are deleted, because they belong to the old team and no longer work.
    package func transfer(
        _ subject: String, to person: TransferredUser, in app: App
    ) async throws(AccountError) -> TransferOutcome {
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
    fileprivate func transferred(to person: TransferredUser) -> Identity {
        var claims = claims
        if let email = person.email {
            // Apple has verified every address that it states. An address that is not a relay address is the same for
            // all teams.
            claims.email = email
            claims.emailVerified = true
            claims.isPrivateEmail = person.isPrivateEmail
        }
        return Identity(
            app: app, provider: provider, subject: person.subject, account: account, claims: claims,
            linkableEmail: linkableEmail, createdAt: createdAt, status: status)
    }
}
