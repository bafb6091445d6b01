import Logging
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// Sesame's own web pages: routes, cookies and forms. What is done is the domain's.
struct WebAPI: Sendable {
    let pages: WebPages
    /// Ends the registrations of people who came from a client.
    let authorization: AuthorizationAPI
    let log: SecurityLog

    var accounts: Services { pages.accounts }

    /// The surface with all pages.
    func surface() -> Surface {
        let visit = RoutePolicy(contentTypes: [])
        return Surface(
            name: "web",
            prefixes: ["/apps", "/register", "/account", "/assets"],
            routes: [
                Route(.GET, "/", takes: .none, policy: visit) { request, _ in home(request) },
                Route(.GET, "/apps/{app}", takes: .none, policy: visit) { request, path in
                    guard let app = app(path) else {
                        return pages.notice(.unknownApp, app: nil, request: request, status: .notFound)
                    }
                    return pages.app(app, request: request)
                },
                Route(.POST, "/apps/{app}/guest", takes: .none, policy: .form) { request, path in
                    await guest(request, path)
                },
                Route(.GET, "/register", takes: .none, policy: visit) { request, _ in
                    pages.notice(.ticketExpired, app: nil, request: request, status: .ok)
                },
                Route(.POST, "/register", takes: .credential, policy: .form) { request, _ in await register(request) },
                Route(.GET, "/account", takes: .credential, policy: visit) { request, _ in await account(request) },
                Route(.GET, "/account/confirm", takes: .credential, policy: visit) { request, _ in
                    await confirm(request)
                },
                Route(.POST, "/account/confirm/password", takes: .credential, policy: .form) { request, _ in
                    await confirmByPassword(request)
                },
                Route(.GET, "/account/profile", takes: .credential, policy: visit) { request, _ in
                    await editProfile(request)
                },
                Route(.POST, "/account/profile", takes: .credential, policy: .form) { request, _ in
                    await saveProfile(request)
                },
                Route(.GET, "/account/delete", takes: .credential, policy: visit) { request, _ in
                    await confirmDeletion(request)
                },
                Route(.POST, "/account/delete", takes: .credential, policy: .form) { request, _ in await delete(request)
                },
                Route(.POST, "/account/export", takes: .credential, policy: .form) { request, _ in await export(request)
                },
                Route(.POST, "/account/sign-out", takes: .credential, policy: .form) { request, _ in
                    await signOut(request)
                },
                Route(.POST, "/account/sessions/end", takes: .credential, policy: .form) { request, _ in
                    await endSession(request)
                },
                Route(.POST, "/account/sessions/end-others", takes: .credential, policy: .form) { request, _ in
                    await endOthers(request)
                },
                Route(.POST, "/account/devices/remove", takes: .credential, policy: .form) { request, _ in
                    await removeDevice(request)
                },
                Route(.POST, "/account/unlink", takes: .credential, policy: .form) { request, _ in await unlink(request)
                },
                Route(.POST, "/account/decide", takes: .credential, policy: .form) { request, _ in await decide(request)
                },
                Route(.POST, "/account/merge/undo", takes: .credential, policy: .form) { request, _ in
                    await undoMerge(request)
                },
                Route(.GET, "/assets/{file}", takes: .none, policy: visit) { request, path in
                    pages.files.answer(path["file"] ?? "")
                        ?? pages.notice(.pageNotFound, app: nil, request: request, status: .notFound)
                },
            ] + codeRoutes + factorRoutes,
            renderProblem: render)
    }

    /// With one app, its page; else the choice.
    private func home(_ request: HTTPRequest) -> HTTPResponse {
        if pages.apps.apps.count == 1, let app = pages.apps.fallbackApp { return pages.app(app, request: request) }
        return pages.home(request)
    }

    func app(_ path: PathParameters) -> App? {
        AppID(path["app"] ?? "").flatMap { pages.apps[$0] }
    }

    /// `POST /apps/{app}/guest`.
    private func guest(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        guard let app = app(path) else {
            return pages.notice(.unknownApp, app: nil, request: request, status: .notFound)
        }
        guard pages.form(request, for: pages.formCookie) != nil else { return formRefused(app, request) }
        do throws(Refusal) {
            let signIn = try await accounts.signIn.signInAnonymously(to: app, context: request.context(in: app))
            return pages.signedIn(signIn.session, app: app, request: request)
        } catch {
            return refuse(error, app, request)
        }
    }

    func formRefused(_ app: App?, _ request: HTTPRequest) -> HTTPResponse {
        log.refused(.foreignForm, request, level: .notice)
        return pages.notice(.formRefused, app: app, request: request, status: .forbidden)
    }

    /// Says what a refusal means for a person.
    func refuse(_ refusal: Refusal, _ app: App?, _ request: HTTPRequest) -> HTTPResponse {
        log.refused(refusal, request)
        let (notice, status) = SignInNotice.notice(for: refusal)
        var response = pages.notice(notice, app: app, request: request, status: status)
        if let seconds = refusal.retryAfter { response.headers.add(name: "Retry-After", value: String(seconds)) }
        return response
    }

    @Sendable func render(_ problem: HTTPProblem, _ refused: RefusedRequest) -> HTTPResponse {
        guard let request = refused.request else { return .text(problem.detail, status: problem.status) }
        return pages.notice(.notice(for: problem), app: nil, request: request, status: problem.status)
    }
}
