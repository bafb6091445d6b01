import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// Which app a call of the document or function protocol is about, and who makes it.
struct RPCDoor: Sendable {
    let app: @Sendable (_ project: String) -> App?
    /// Returns the caller with that ID token of the app's.
    let caller: @Sendable (_ token: Secret, App) async throws(Refusal) -> Caller
    /// The app's back end; nil where a request is none of one's.
    let backEnd: @Sendable (HTTPRequest, App, AdminScope) async throws(RPCError) -> RequestContext?

    init(
        app: @escaping @Sendable (_ project: String) -> App?,
        caller: @escaping @Sendable (_ token: Secret, App) async throws(Refusal) -> Caller,
        backEnd: @escaping @Sendable (HTTPRequest, App, AdminScope) async throws(RPCError) -> RequestContext? = {
            _, _, _ in nil
        }
    ) {
        self.app = app
        self.caller = caller
        self.backEnd = backEnd
    }

    /// The door of ID tokens, and of what back ends call the accounts' methods with.
    init(_ door: FirebaseDoor) {
        self.init(
            app: { project in door.apps.app(firebaseProject: project) },
            caller: { token, app throws(Refusal) in
                try await door.caller(token, of: app).caller
            },
            backEnd: { request, app, scope throws(RPCError) in
                do throws(Refusal) {
                    return try await door.backEnd(request, of: app, scope)
                } catch {
                    throw RPCError(firebase: error)
                }
            })
    }

    /// Returns the caller; nil without a token. An invalid token is never taken for none.
    func caller(_ request: HTTPRequest, of app: App) async throws(RPCError) -> Caller? {
        guard request.headers.contains(name: "Authorization") else { return nil }
        do throws(Refusal) {
            return try await caller(try request.bearer(), app)
        } catch {
            throw RPCError(error)
        }
    }
}
