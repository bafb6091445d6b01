import SesameCore

extension SignInService {
    /// Creates a guest account and signs it in.
    package func signInAnonymously(to app: App, context: RequestContext) async throws(AccountError) -> SignIn {
        try await observed(app.id, .anonymous) { () async throws(AccountError) in
            try await makeGuest(of: app, context: context)
        }
    }

    private func makeGuest(of app: App, context: RequestContext) async throws(AccountError) -> SignIn {
        guard app.allowsAnonymous else {
            throw AccountError(.providerRequired, "the app does not allow guests; sign in with a provider")
        }
        try limiter?.admitGuest(of: app.id, from: context.client)
        let now = environment.now
        let registration = NewAccount(
            id: AccountID(environment.randomID()), app: app, role: nil,
            profile: app.profile.newProfile(given: nil, claims: nil, at: now), identity: nil)
        let sessionID = newSession()
        return try await write { transaction throws(StorageError) in
            let view = try registration.insert(transaction, at: now, context: context)
            let session = try transaction.beginSession(
                sessionID, for: registration.id, in: app, method: .anonymous, at: now, context: context)
            return SignIn(view: view, session: session, isNew: true)
        }
    }
}
