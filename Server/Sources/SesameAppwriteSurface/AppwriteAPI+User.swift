import SesameAccounts
import SesameCore

extension AppwriteAPI {
    /// The model of an account.
    func user(_ id: AccountID, in app: App) async throws -> JSONObject {
        try await user(try await accounts.directory.detailedAccount(id, in: app.id), in: app)
    }

    /// The model of an account.
    func user(_ account: DetailedAccount, in app: App) async throws -> JSONObject {
        AppwriteUser(account, in: app).json(try await targets(of: account.view, in: app))
    }
}
