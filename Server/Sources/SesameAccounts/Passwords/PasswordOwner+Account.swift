import SesameCore

extension PasswordOwner {
    /// Creates the owner from an account.
    ///
    /// - Parameters:
    ///   - names: Further names that the account is about to get.
    ///   - profile: Profile fields that the account is about to get.
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
