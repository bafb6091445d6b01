import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// Which app a call of the document or function protocol is about, and who makes it.
struct RPCDoor: Sendable {
    /// The app of a project.
    let app: @Sendable (_ project: String) -> App?
    /// Whoever has that ID token of the app's.
    let caller: @Sendable (_ token: Secret, App) async throws(Refusal) -> Caller

    init(
        app: @escaping @Sendable (_ project: String) -> App?,
        caller: @escaping @Sendable (_ token: Secret, App) async throws(Refusal) -> Caller
    ) {
        self.app = app
        self.caller = caller
    }

    /// The door of ID tokens.
    init(accounts: AccountSystem, apps: AppDirectory) {
        self.init(
            app: { project in apps.app(firebaseProject: project) },
            caller: { token, app throws(Refusal) in
                try await accounts.authenticate(firebaseToken: token, of: app).caller
            })
    }

    /// Who makes the call; nil where it comes without a token. A token that is not good is never taken for none.
    func caller(_ request: HTTPRequest, of app: App) async throws(RPCError) -> Caller? {
        guard request.headers.contains(name: "Authorization") else { return nil }
        do throws(Refusal) {
            return try await caller(try request.bearer(), app)
        } catch {
            throw RPCError(error)
        }
    }
}
