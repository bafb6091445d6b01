package import SesameCore

extension LocalCredentialService {
    /// Creates an account with an email address and a password but without a session, for protocols in which a sign-in
    /// follows. The address is not verified yet.
    ///
    /// - Parameter id: The id chosen by the client; nil for a random one. Ignored if the app does not let clients
    ///   choose ids.
    /// - Returns: The account's id.
    /// - Throws: `credentialInUse` if the id or the address is in use, or if the id was in use recently.
    package func register(
        email: EmailAddress, password: Secret, displayName: String?, id: AccountID?, in app: App,
        context: RequestContext
    ) async throws(AccountError) -> AccountID {
        _ = try hasher(of: app)
        try limiter?.admitCredential(of: app.id, from: context.client)
        try limiter?.admitGuest(of: app.id, from: context.client)
        if let refusal = app.refusal(ofRole: nil) ?? app.refusal(ofSignUpWith: [:]) { throw refusal }
        let hash = try await newHash(of: password, for: PasswordOwner(email, names: [displayName]), in: app)
        let id = (app.takesClientsIDs ? id : nil) ?? AccountID(environment.randomID())
        let now = environment.now
        let login = LocalCredential(
            app: app.id, kind: .email, name: email.description, account: id, createdAt: now, password: hash,
            passwordChangedAt: now)
        let account = NewAccount(
            id: id, app: app, role: nil, profile: app.profile.newProfile(given: nil, claims: nil, at: now),
            identity: nil, login: login)
        let details = displayName.map { AccountMetadata(app: app.id, account: id, displayName: $0) }
        if let refusal = details?.refusal() { throw refusal }
        let tombstone = tombstones.digest(of: id, in: app.id)
        try await write { transaction throws(StorageError) in
            let known = try transaction.account(id, in: app.id)
            let wasDeleted = try transaction.hasTombstone(tombstone)
            guard known == nil, !wasDeleted else {
                throw .refused(
                    AccountError(
                        .credentialInUse, "the id belongs to an account, or belonged to one recently", field: "id"))
            }
            guard try transaction.login(.email, name: login.name, in: app.id) == nil else {
                throw .refused(.loginInUse)
            }
            _ = try account.insert(transaction, at: now, context: context)
            if let details { try transaction.put(details) }
        }
        return id
    }
}
