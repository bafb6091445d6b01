import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The authentication of Firestore and Functions calls, which finds the app and the caller.
struct RPCAuthenticator: Sendable {
    let app: @Sendable (_ project: String) -> App?
    /// A function that verifies an ID token of the app and returns the caller.
    let caller: @Sendable (_ token: Secret, App) async throws(AccountError) -> Caller
    /// A function that returns the context of a request from the app's back end; nil if the request has no operator's
    /// credential.
    let backEnd: @Sendable (HTTPRequest, App, AdminScope) async throws(RPCError) -> RequestContext?

    init(
        app: @escaping @Sendable (_ project: String) -> App?,
        caller: @escaping @Sendable (_ token: Secret, App) async throws(AccountError) -> Caller,
        backEnd: @escaping @Sendable (HTTPRequest, App, AdminScope) async throws(RPCError) -> RequestContext? = {
            _, _, _ in nil
        }
    ) {
        self.app = app
        self.caller = caller
        self.backEnd = backEnd
    }

    /// Creates an authenticator that accepts the ID tokens and back-end credentials of the account methods.
    init(_ door: FirebaseAuthenticator) {
        self.init(
            app: { project in door.apps.app(firebaseProject: project) },
            caller: { token, app throws(AccountError) in
                try await door.caller(token, of: app).caller
            },
            backEnd: { request, app, scope throws(RPCError) in
                do throws(AccountError) {
                    return try await door.backEnd(request, of: app, scope)
                } catch {
                    throw RPCError(firebase: error)
                }
            })
    }

    /// Returns the caller of the request's bearer token; nil without an `Authorization` header. Throws if the token is
    /// invalid.
    func caller(_ request: HTTPRequest, of app: App) async throws(RPCError) -> Caller? {
        guard request.headers.contains(name: "Authorization") else { return nil }
        do throws(AccountError) {
            return try await caller(try request.bearer(), app)
        } catch {
            throw RPCError(error)
        }
    }
}
