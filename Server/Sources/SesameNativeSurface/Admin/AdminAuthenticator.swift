import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// A request that is authenticated by an admin key with the required scope.
struct AdminCall: Sendable {
    let request: HTTPRequest
    let path: PathParameters
    let caller: AdminCaller

    /// The request's context, with the admin key's id as the actor of security events.
    var context: RequestContext { request.context(by: caller) }
}

/// The entry point of the admin routes, which verifies the admin key and its scope before it calls a route's handler.
struct AdminAuthenticator: Sendable {
    let adminKeys: AdminKeyService
    let apps: AppDirectory
    let log: SecurityLog

    /// Creates a route that requires an admin key. Errors are returned as the native API's error body.
    ///
    /// - Parameter scope: The scope that the key needs; nil if any key is sufficient.
    func route(
        _ method: HTTPMethod, _ pattern: String, for scope: AdminScope?, policy: RoutePolicy = RoutePolicy(),
        _ handler: @escaping @Sendable (AdminCall) async throws(AccountError) -> HTTPResponse
    ) -> Route {
        Route(method, pattern, takes: .credential, policy: policy) { request, path in
            do throws(AccountError) {
                let caller = try await adminKeys.authenticate(
                    adminKey: try request.bearer(),
                    context: RequestContext(requestID: request.id.description, network: request.peer.network))
                log.used(caller.key, request)
                if let scope { try caller.require(scope) }
                return try await handler(AdminCall(request: request, path: path, caller: caller))
            } catch {
                return refuse(error, request)
            }
        }
    }

    /// Creates a route for the app in the path's `{app}`. The route refuses a key that has no access to the app.
    func route(
        _ method: HTTPMethod, _ pattern: String, for scope: AdminScope?, policy: RoutePolicy = RoutePolicy(),
        _ handler: @escaping @Sendable (AdminCall, App) async throws(AccountError) -> HTTPResponse
    ) -> Route {
        route(method, pattern, for: scope, policy: policy) { call throws(AccountError) in
            try await handler(call, try call.caller.app(call.path["app"], of: apps))
        }
    }

    func refuse(_ refusal: AccountError, _ request: HTTPRequest) -> HTTPResponse {
        log.refused(refusal, request)
        return ErrorRenderer.render(refusal, requestID: request.id.description)
    }
}
