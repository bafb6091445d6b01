import SesameCore

extension LocalCredentialService {
    /// Returns the owner of an account that is about to get a password; without the account's names if the account is
    /// unknown.
    ///
    /// - Parameters:
    ///   - names: Further names that the account is about to get.
    ///   - profile: Profile fields that the account is about to get.
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
