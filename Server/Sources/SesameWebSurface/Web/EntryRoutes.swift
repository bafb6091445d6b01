import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The routes of the start page, the apps' sign-in pages, guest sign-in, and the assets of all pages.
struct EntryRoutes: Sendable {
    let signIn: SignInService
    let pages: WebPages
    let log: SecurityLog

    var routes: [Route] {
        [
            Route(.GET, "/", takes: .none, policy: .browser) { request, _ in home(request) },
            Route(.GET, "/apps/{app}", takes: .none, policy: .browser) { request, path in
                guard let app = pages.app(path) else {
                    return pages.notice(.unknownApp, app: nil, request: request, status: .notFound)
                }
                return pages.app(app, request: request)
            },
            Route(.POST, "/apps/{app}/guest", takes: .none, policy: .form) { request, path in
                await guest(request, path)
            },
            Route(.GET, "/assets/{file}", takes: .none, policy: .browser) { request, path in
                pages.files.answer(path["file"] ?? "")
                    ?? pages.notice(.pageNotFound, app: nil, request: request, status: .notFound)
            },
        ]
    }

    /// Returns the start page: the sign-in page of the only app, or the list of apps.
    private func home(_ request: HTTPRequest) -> HTTPResponse {
        if pages.apps.apps.count == 1, let app = pages.apps.defaultApp { return pages.app(app, request: request) }
        return pages.home(request)
    }

    /// `POST /apps/{app}/guest`: creates a guest account, and signs the browser in.
    private func guest(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        guard let app = pages.app(path) else {
            return pages.notice(.unknownApp, app: nil, request: request, status: .notFound)
        }
        guard pages.form(request, for: pages.formCookie) != nil else { return pages.formRefused(app, request, log) }
        do throws(AccountError) {
            let begun = try await signIn.signInAnonymously(to: app, context: request.context(in: app))
            return pages.signedIn(begun.session, app: app, request: request)
        } catch {
            return pages.refuse(error, app, request, log)
        }
    }
}
