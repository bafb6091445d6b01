package import SesameCore

extension LocalCredentialService {
    /// Creates an account with an email address and a password, and signs it in. The address is not verified yet.
    ///
    /// Throws `credentialInUse` if the address has an account; the response takes the same time. Apps that must not
    /// reveal the existence of an account create accounts by an emailed link instead: see
    /// ``PasswordPolicy/allowsLinks``.
    ///
    /// - Parameters:
    ///   - role: The role, in apps with roles.
    ///   - profile: The fields of the registration form.
    ///   - displayName: The display name; nil in protocols without one.
    package func signUp(
        email: EmailAddress, password: Secret, to app: App, role: String? = nil, profile: JSONObject = [:],
        displayName: String? = nil, context: RequestContext
    ) async throws(AccountError) -> SignIn {
        try await observed(app.id, .password) { () async throws(AccountError) in
            let registration = try await registration(
                email, password, to: app, role: role, profile: profile, displayName: displayName, context: context)
            let outcome = try await write { transaction throws(StorageError) in try registration.run(transaction) }
            return try sessions.signIn(from: outcome)
        }
    }

    /// Returns the transaction that registers an account with an email address and a password; throws if the app
    /// refuses the role, the profile, the password or the display name.
    func registration(
        _ email: EmailAddress, _ password: Secret, to app: App, role: String?, profile: JSONObject,
        displayName: String? = nil, context: RequestContext
    ) async throws(AccountError) -> CredentialRegistration {
        _ = try hasher(of: app)
        try limiter?.admitCredential(of: app.id, from: context.client)
        try limiter?.admitGuest(of: app.id, from: context.client)
        if let refusal = app.refusal(ofRole: role) ?? app.profile.refusal(ofRegistrationWith: profile)
            ?? app.refusal(ofSignUpWith: profile)
        {
            throw refusal
        }
        let hash = try await newHash(
            of: password, for: PasswordOwner(email, names: [displayName], profile: profile), in: app)
        let (id, now) = (AccountID(environment.randomID()), environment.now)
        let login = LocalCredential(
            app: app.id, kind: .email, name: email.description, account: id, createdAt: now, password: hash,
            passwordChangedAt: now)
        let registration = CredentialRegistration(
            account: NewAccount(
                id: id, app: app, role: role,
                profile: app.profile.newProfile(given: profile.members.isEmpty ? nil : profile, claims: nil, at: now),
                identity: nil, login: login),
            method: .password, session: newSession(), now: now, context: context,
            details: displayName.map { AccountMetadata(app: app.id, account: id, displayName: $0) })
        if let refusal = registration.details?.refusal() { throw refusal }
        return registration
    }
}
