import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

extension WebAPI {
    var codeRoutes: [Route] {
        let path = "/account/code/{app}"
        return [
            Route(.GET, path, policy: RoutePolicy(contentTypes: [])) { request, path in await code(request, path) },
            Route(.POST, path, policy: .form) { request, path in await useCode(request, path) },
        ]
    }

    /// `GET /account/code/{app}`: what the link is for. Nothing is used up yet.
    private func code(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        guard let app = await people(path) else {
            return pages.notice(.unknownApp, app: nil, request: request, status: .notFound)
        }
        // Links that clients of Appwrite's protocol ask for call it a secret.
        let code = Secret(request.query["code"] ?? request.query["secret"] ?? "")
        do throws(Refusal) {
            let content = try await accounts.checkCode(.link(code), of: app, context: request.context(in: app))
            return pages.code(content, code, app: app, request: request)
        } catch {
            return answer(error, app, request)
        }
    }

    /// `POST /account/code/{app}`: does what the link is for.
    private func useCode(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        guard let app = await people(path) else {
            return pages.notice(.unknownApp, app: nil, request: request, status: .notFound)
        }
        guard let form = pages.form(request, for: pages.formCookie) else { return formRefused(app, request) }
        let (code, context) = (Secret(form["code"] ?? ""), request.context(in: app))
        do throws(Refusal) {
            let content = try await accounts.checkCode(.link(code), of: app, context: context)
            do throws(Refusal) {
                switch content.purpose {
                case .resetPassword:
                    _ = try await accounts.resetPassword(
                        with: .link(code), to: form.password, of: app, context: context)
                case .verify, .changeEmail: _ = try await accounts.verify(with: .link(code), of: app, context: context)
                case .signIn, .secondFactor: return pages.code(content, code, app: app, request: request)
                }
            } catch {
                guard error.field == "password" else { throw error }
                log.refused(error, request)
                return pages.code(content, code, problem: CodeText.weak, app: app, request: request)
            }
            return pages.codeUsed(content.purpose, app: app, request: request)
        } catch {
            return answer(error, app, request)
        }
    }

    /// The app of a link, or the tenant of one's Firebase project.
    private func people(_ path: PathParameters) async -> App? {
        if let app = app(path) { return app }
        guard let id = AppID(path["app"] ?? "") else { return nil }
        return try? await accounts.firebaseApp(keptUnder: id, in: pages.apps)
    }

    private func answer(_ refusal: Refusal, _ app: App, _ request: HTTPRequest) -> HTTPResponse {
        guard refusal.code == .ticketExpired else { return refuse(refusal, app, request) }
        log.refused(refusal, request)
        return pages.codeExpired(app: app, request: request)
    }
}
