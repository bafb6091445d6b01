extension OperatorService {
    /// Begins a session for an account at the request of the operator's back end, which has authenticated the user.
    package func beginSession(
        of account: AccountID, in app: App, context: RequestContext
    ) async throws(AccountError) -> SignIn {
        let (session, now) = (newSession(), environment.now)
        let outcome = try await write { transaction throws(StorageError) -> SignInOutcome in
            guard let view = try transaction.view(of: account, in: app.id) else { return .refused(.noSuchAccount) }
            return try transaction.signIn(view, to: app, by: .custom, session, at: now, context: context)
        }
        return try sessions.signIn(from: outcome)
    }
}
