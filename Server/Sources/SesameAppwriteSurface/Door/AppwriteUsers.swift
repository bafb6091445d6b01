import SesameAccounts
import SesameCore

/// The models of accounts and of what reaches their people.
struct AppwriteUsers: Sendable {
    let directory: AccountDirectory
    let push: PushService

    /// The model of an account.
    func user(_ id: AccountID, in app: App) async throws(Refusal) -> JSONObject {
        try await user(try await directory.detailedAccount(id, in: app.id), in: app)
    }

    /// The model of an account.
    func user(_ account: DetailedAccount, in app: App) async throws(Refusal) -> JSONObject {
        AppwriteUser(account, in: app).json(try await targets(of: account.view, in: app))
    }

    /// Everything by which an account's person is reached. An address that stands in for one reaches nobody.
    func targets(of view: AccountView, in app: App) async throws(Refusal) -> [AppwriteTarget] {
        AppwriteTarget.all(
            of: view.account, email: app.privacy.isPseudonymous ? nil : app.claims(of: view).email,
            phone: view.login(.phone), devices: try await push.devices(of: view.account.id, in: app.id))
    }
}
