import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText

/// A request of a signed-in user.
struct AccountPageRequest: Sendable {
    let request: HTTPRequest
    let caller: Caller
    /// The value of the browser's session cookie.
    let cookie: Secret
    /// The fields of a form of this server's pages; empty for a `GET` request.
    let form: QueryParameters
    /// The language of the page.
    let language: String

    /// The context that the domain stores about the request.
    var context: RequestContext { request.context(in: caller.app) }
}

/// The entry point of the account's routes. It finds the signed-in user, checks the origin of forms, and redirects
/// afterwards.
struct AccountPageAuthenticator: Sendable {
    typealias Handler = @Sendable (AccountPageRequest) async throws(AccountError) -> HTTPResponse

    let sessions: SessionService
    let pages: WebPages
    let log: SecurityLog

    /// Returns the route of a page.
    func page(_ path: String, _ handler: @escaping Handler) -> Route {
        Route(.GET, path, takes: .credential, policy: .browser) { request, _ in
            await answer(request, QueryParameters(), handler)
        }
    }

    /// Returns the route of a form of the account's pages.
    func form(_ path: String, _ handler: @escaping Handler) -> Route {
        Route(.POST, path, takes: .credential, policy: .form) { request, _ in
            guard pages.sessionCookie.value(in: request) != nil else { return home(request) }
            guard let form = pages.form(request, for: pages.sessionCookie) else {
                return pages.formRefused(nil, request, log)
            }
            return await answer(request, form, handler)
        }
    }

    /// Runs an operation of the signed-in user. Without a valid session it redirects to the first page.
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

    /// Returns the response with cached pages cleared. Browsers cache whole pages for the back button, even those that
    /// they must not store. None of them may show the account after sign-out. Only the page that is being left is not
    /// cached yet and remains.
    func signedOut(_ response: HTTPResponse) -> HTTPResponse {
        var response = response.setting(pages.sessionCookie.removal)
        response.headers.add(name: "Clear-Site-Data", value: "\"cache\"")
        return response
    }

    /// Redirects to the account page.
    func back(_ request: HTTPRequest) -> HTTPResponse {
        .redirect(to: pages.context(request, app: nil).path("/account"))
    }

    /// Redirects to the first page.
    func home(_ request: HTTPRequest) -> HTTPResponse {
        .redirect(to: pages.context(request, app: nil).path("/"))
    }
}
