import SesameCore

extension PasswordOwner {
    /// The owner of an account.
    init(_ email: EmailAddress?, of view: AccountView, details: AccountDetails?) {
        let claims = view.identities.map(\.claims)
        self.init(
            email,
            names: claims.flatMap { [$0.givenName, $0.familyName, $0.displayName] } + [details?.displayName],
            profile: view.account.profile.fields)
    }
}

extension AccountSystem {
    /// The owner of an account that may get a password; without a name if the account is unknown.
    func passwordOwner(
        _ email: EmailAddress?, of account: AccountID?, in app: App
    ) async throws(Refusal) -> PasswordOwner {
        guard let account else { return PasswordOwner(email) }
        return try await read { reader throws(StorageError) in
            guard let view = try reader.view(of: account, in: app.id) else { return PasswordOwner(email) }
            return PasswordOwner(email, of: view, details: try reader.details(of: account, in: app.id))
        }
    }
}
