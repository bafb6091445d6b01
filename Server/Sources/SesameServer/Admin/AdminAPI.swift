import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// What the operator's own programs ask of the server, with the admin key: apps' back ends, and the command line. No
/// page of another origin may call it.
struct AdminAPI: Sendable {
    let accounts: AccountSystem
    let apps: AppDirectory
    /// Nil where none is configured: then nobody is let in.
    let key: AdminKey?
    let log: SecurityLog

    /// The surface with all routes.
    func surface() -> Surface {
        Surface(name: "admin", prefixes: ["/admin"], routes: pushRoutes, renderProblem: ErrorRenderer.render)
    }

    /// Runs an operation of the operator's for an app; a refusal becomes the native API's error body.
    func answer(
        _ request: HTTPRequest, _ path: PathParameters, _ operation: (App) async throws(Refusal) -> HTTPResponse
    ) async -> HTTPResponse {
        do throws(Refusal) {
            try authorize(request)
            guard let app = path["app"].flatMap(AppID.init).flatMap({ apps[$0] }) else {
                throw Refusal(.notFound, "there is no such app")
            }
            return try await operation(app)
        } catch {
            log.refused(error, request)
            return ErrorRenderer.render(error, requestID: request.id.description)
        }
    }

    private func authorize(_ request: HTTPRequest) throws(Refusal) {
        let presented = try request.bearer()
        guard let key else { throw Refusal(.notAuthenticated, "the server has no adminKeyFile") }
        guard key.admits(presented) else { throw Refusal(.notAuthenticated, "this is not the admin key") }
    }
}
