import SesameAccounts
import SesameCore

/// The models of accounts and of their users' targets.
struct AppwriteUsers: Sendable {
    let directory: AccountDirectory
    let push: PushService

    /// Returns the model of an account.
    func user(_ id: AccountID, in app: App) async throws(AccountError) -> JSONObject {
        try await user(try await directory.detailedAccount(id, in: app.id), in: app)
    }

    /// Returns the model of an account whose details are already loaded.
    func user(_ account: AccountWithMetadata, in app: App) async throws(AccountError) -> JSONObject {
        AppwriteUserModel(account, in: app).json(try await targets(of: account.view, in: app))
    }

    /// Returns all targets of an account's user. A placeholder address is not a target.
    func targets(of view: AccountRecord, in app: App) async throws(AccountError) -> [AppwriteTarget] {
        AppwriteTarget.all(
            of: view.account, email: app.privacy.isPseudonymous ? nil : app.claims(of: view).email,
            phone: view.login(.phone), devices: try await push.devices(of: view.account.id, in: app.id))
    }
}
