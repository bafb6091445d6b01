import SesameCore

extension PasswordOwner {
    /// Creates the owner from an account: its identities' names, display name and profile.
    ///
    /// - Parameters:
    ///   - names: Names that will be added to the account.
    ///   - profile: Profile fields that will be added to the account.
    init(
        _ email: EmailAddress?, of view: AccountRecord, details: AccountMetadata?, names: [String?] = [],
        profile: JSONObject = [:]
    ) {
        let claims = view.identities.map(\.claims)
        self.init(
            email,
            names: names + claims.flatMap { [$0.givenName, $0.familyName, $0.displayName] } + [details?.displayName],
            profile: view.account.profile.fields.merging(profile))
    }
}
