package import SesameCore

extension LocalCredentialService {
    /// Confirms the caller with the password of the account's address, so that operations that need a recent sign-in
    /// are allowed. Throws if the account has a second factor, which the caller must present instead.
    ///
    /// - Returns: The session, with its new time of authentication.
    package func reauthenticate(
        _ caller: Caller, password: Secret, context: RequestContext
    ) async throws(AccountError) -> Session {
        try limiter?.admitChange(of: caller.session.account)
        let (app, now) = (caller.app, environment.now)
        _ = try hasher(of: app)
        let view = try await sessions.account(of: caller)
        guard view.factors.isEmpty else { throw .showFactor }
        guard let login = view.login(.email), login.password != nil, let email = EmailAddress(login.name) else {
            throw AccountError(.notFound, "the account has no password; confirm with one of its sign-in methods")
        }
        let proof = try await proved(password, of: email, in: app, context: context)
        return try await write { transaction throws(StorageError) in
            let current = try caller.requireCurrent(at: now, transaction)
            guard current.view.factors.isEmpty else { throw .refused(.showFactor) }
            guard var login = current.view.login(.email), login.password == proof.hash else {
                throw .refused(.wrongCredentials)
            }
            if let renewed = proof.renewed {
                login.password = renewed
                try transaction.update(login)
            }
            var session = current.session
            session.authTime = now
            try transaction.update(session)
            try transaction.note(.confirmed, login, session: session.id, at: now, context: context)
            return session
        }
    }
}
