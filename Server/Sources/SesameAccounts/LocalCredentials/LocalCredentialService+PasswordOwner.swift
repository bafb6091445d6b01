import SesameCore

extension LocalCredentialService {
    /// Returns the owner of a new password: the address and names that it must not contain. The account's own names are
    /// included if `account` exists.
    ///
    /// - Parameters:
    ///   - names: Names that will be added to the account.
    ///   - profile: Profile fields that will be added to the account.
    func passwordOwner(
        _ email: EmailAddress?, of account: AccountID?, names: [String?] = [], profile: JSONObject = [:], in app: App
    ) async throws(AccountError) -> PasswordOwner {
        guard let account else { return PasswordOwner(email, names: names, profile: profile) }
        return try await read { reader throws(StorageError) in
            guard let view = try reader.view(of: account, in: app.id) else {
                return PasswordOwner(email, names: names, profile: profile)
            }
            return PasswordOwner(
                email, of: view, details: try reader.details(of: account, in: app.id), names: names, profile: profile)
        }
    }
}
