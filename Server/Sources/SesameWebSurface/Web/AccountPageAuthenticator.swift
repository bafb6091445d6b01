import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText

/// A request to an account page after authentication, with the signed-in user and the posted form.
struct AccountPageRequest: Sendable {
    let request: HTTPRequest
    let caller: Caller
    /// The value of the browser's session cookie.
    let cookie: Secret
    /// The fields of a form posted from this server's pages; empty for a `GET` request.
    let form: QueryParameters
    /// The language code of the page: `en` or `fr`.
    let language: String

    /// The data about the request that events and rate limits need.
    var context: RequestContext { request.context(in: caller.app) }
}

/// The authenticator of the account pages' routes. It finds the signed-in user, checks the CSRF tokens of forms, and
/// asks for a reauthentication if a request needs one.
struct AccountPageAuthenticator: Sendable {
    typealias Handler = @Sendable (AccountPageRequest) async throws(AccountError) -> HTTPResponse

    let sessions: SessionService
    let pages: WebPages
    let log: SecurityLog

    /// Returns the `GET` route of a page for a signed-in user.
    func page(_ path: String, _ handler: @escaping Handler) -> Route {
        Route(.GET, path, takes: .credential, policy: .browser) { request, _ in
            await answer(request, QueryParameters(), handler)
        }
    }

    /// Returns the `POST` route of a form for a signed-in user. The route refuses a form that was not sent from this
    /// server's pages.
    func form(_ path: String, _ handler: @escaping Handler) -> Route {
        Route(.POST, path, takes: .credential, policy: .form) { request, _ in
            guard pages.sessionCookie.value(in: request) != nil else { return home(request) }
            guard let form = pages.form(request, for: pages.sessionCookie) else {
                return pages.formRefused(nil, request, log)
            }
            return await answer(request, form, handler)
        }
    }

    /// Runs the handler for the signed-in user. Without a valid session, the response redirects to the start page.
    private func answer(_ request: HTTPRequest, _ form: QueryParameters, _ handler: Handler) async -> HTTPResponse {
        guard let cookie = pages.sessionCookie.value(in: request) else { return home(request) }
        do throws(AccountError) {
            let caller = try await sessions.authenticate(sessionCookie: cookie, apps: pages.apps)
            do throws(AccountError) {
                return try await handler(
                    AccountPageRequest(
                        request: request, caller: caller, cookie: cookie, form: form,
                        language: pages.context(request, app: caller.app).language.rawValue))
            } catch {
                guard error.code == .reauthenticationRequired else { throw error }
                log.refused(error, request)
                let place: AccountPageDestination = request.path.last == "delete" ? .deletion : .account
                return pages.confirm(
                    try await sessions.account(of: caller), caller, for: place, request: request)
            }
        } catch {
            switch error.code {
            case .notAuthenticated, .sessionEnded, .sessionRevoked, .userDeleted:
                log.refused(error, request)
                return signedOut(home(request))
            default: return pages.refuse(error, nil, request, log)
            }
        }
    }

    /// Returns the response with the session cookie removed and the browser's cache cleared.
    ///
    /// Browsers cache whole pages for the back button, even with `no-store`; a cached page would still show the account
    /// after sign-out. The page that the user is leaving is cached only afterwards, and is therefore not cleared.
    func signedOut(_ response: HTTPResponse) -> HTTPResponse {
        var response = response.setting(pages.sessionCookie.removal)
        response.headers.add(name: "Clear-Site-Data", value: "\"cache\"")
        return response
    }

    /// Redirects to the account page, `/account`, in the language of the current URL.
    func back(_ request: HTTPRequest) -> HTTPResponse {
        .redirect(to: pages.context(request, app: nil).path("/account"))
    }

    /// Redirects to the start page, `/`, in the language of the current URL.
    func home(_ request: HTTPRequest) -> HTTPResponse {
        .redirect(to: pages.context(request, app: nil).path("/"))
    }
}
