import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

extension AuthorizationAPI {
    /// Where our own pages begin a sign-in.
    var pageRoutes: [Route] {
        [Route(.GET, "/sign-in/{provider}", policy: .browser) { request, path in await signIn(request, path) }]
    }

    private func signIn(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        guard let app = AppID(request.query["app"] ?? "").flatMap({ apps[$0] }) else {
            return pages.notice(.unknownApp, app: nil, request: request, status: .badRequest)
        }
        guard let provider = Provider(rawValue: path["provider"] ?? "") else {
            return pages.notice(.notOffered, app: app, request: request, status: .notFound)
        }
        let role = request.query["role"]
        if let role, !app.roles.contains(where: role.hasSameBytes) {
            return pages.notice(.invalidRequest, app: app, request: request, status: .badRequest)
        }
        do throws(Refusal) {
            return try await start(provider, app, .page(role: role), request)
        } catch {
            return refuse(error, nil, app, request)
        }
    }
}
