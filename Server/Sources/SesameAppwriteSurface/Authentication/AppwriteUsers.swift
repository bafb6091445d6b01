import SesameAccounts
import SesameCore

/// The source of Appwrite's models of users and of their targets.
struct AppwriteUsers: Sendable {
    let directory: AccountDirectory
    let push: PushService

    /// Returns Appwrite's user model of an account, as JSON. Throws if there is no such account.
    func user(_ id: AccountID, in app: App) async throws(AccountError) -> JSONObject {
        try await user(try await directory.detailedAccount(id, in: app.id), in: app)
    }

    /// Returns Appwrite's user model of an account whose metadata is already loaded, as JSON.
    func user(_ account: AccountWithMetadata, in app: App) async throws(AccountError) -> JSONObject {
        AppwriteUserModel(account, in: app).json(try await targets(of: account.view, in: app))
    }

    /// Returns all targets of an account: email address, phone number, and devices. The placeholder address of a
    /// pseudonymous app is not a target.
    func targets(of view: AccountRecord, in app: App) async throws(AccountError) -> [AppwriteTarget] {
        AppwriteTarget.all(
            of: view.account, email: app.privacy.isPseudonymous ? nil : app.claims(of: view).email,
            phone: view.login(.phone), devices: try await push.devices(of: view.account.id, in: app.id))
    }
}
