extension OperatorService {
    /// Begins a session in a person's name, for the operator's back end, which knows who they are.
    package func beginSession(
        of account: AccountID, in app: App, context: RequestContext
    ) async throws(Refusal) -> SignIn {
        let (session, now) = (newSession(), environment.now)
        let outcome = try await write { transaction throws(StorageError) -> SignInOutcome in
            guard let view = try transaction.view(of: account, in: app.id) else { return .refused(.noSuchAccount) }
            return try transaction.signIn(view, to: app, by: .custom, session, at: now, context: context)
        }
        return try sessions.signIn(from: outcome)
    }
}
