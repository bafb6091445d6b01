import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameOperations
import SesameSurface

/// What the operator's own programs ask of the server, with an admin key: apps' back ends, and the command line. No page
/// of another origin may call it.
struct AdminAPI: Sendable {
    let accounts: Services
    let apps: AppDirectory
    /// The way to the first key.
    let bootstrap: AdminBootstrap
    let log: SecurityLog

    /// The surface with all routes.
    func surface() -> Surface {
        Surface(
            name: "admin", prefixes: ["/admin"],
            routes: serverRoutes + keyRoutes + signingKeyRoutes + appRoutes + userRoutes + userChangeRoutes
                + sessionRoutes + eventRoutes + pushRoutes,
            renderProblem: ErrorRenderer.render)
    }

    /// Runs an operation of the operator's; a refusal becomes the native API's error body.
    ///
    /// - Parameter scope: What the key must be good for; nil where any key will do.
    func answer(
        _ request: HTTPRequest, _ scope: AdminScope?,
        _ operation: (AdminCaller) async throws(Refusal) -> HTTPResponse
    ) async -> HTTPResponse {
        do throws(Refusal) {
            let caller = try await accounts.adminKeys.authenticate(
                adminKey: try request.bearer(),
                context: RequestContext(requestID: request.id.description, network: request.peer.network))
            log.used(caller.key, request)
            if let scope { try caller.require(scope) }
            return try await operation(caller)
        } catch {
            return refuse(error, request)
        }
    }

    /// Runs an operation on an app that the path names.
    func answer(
        _ request: HTTPRequest, _ path: PathParameters, _ scope: AdminScope?,
        _ operation: (AdminCaller, App) async throws(Refusal) -> HTTPResponse
    ) async -> HTTPResponse {
        await answer(request, scope) { caller throws(Refusal) in
            try await operation(caller, try caller.app(path["app"], of: apps))
        }
    }

    func refuse(_ refusal: Refusal, _ request: HTTPRequest) -> HTTPResponse {
        log.refused(refusal, request)
        return ErrorRenderer.render(refusal, requestID: request.id.description)
    }
}

extension HTTPRequest {
    /// What the domain notes about a request of the operator's.
    func context(by caller: AdminCaller) -> RequestContext {
        RequestContext(requestID: id.description, network: peer.network, actor: caller.key.id)
    }
}
