import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText

/// A request of the signed-in person's.
struct AccountVisit: Sendable {
    let request: HTTPRequest
    let caller: Caller
    /// The value of the browser's session cookie.
    let cookie: Secret
    /// The fields of a form of ours; none where a page is only looked at.
    let form: QueryParameters
    /// The language of the page.
    let language: String

    /// The context that the domain records about the request.
    var context: RequestContext { request.context(in: caller.app) }
}

/// The door of the account's routes: finds who is signed in, checks that a form is ours, and leads on where a way ends.
struct AccountDoor: Sendable {
    typealias Handler = @Sendable (AccountVisit) async throws(Refusal) -> HTTPResponse

    let sessions: SessionService
    let pages: WebPages
    let log: SecurityLog

    /// Makes the route of a page.
    func page(_ path: String, _ handler: @escaping Handler) -> Route {
        Route(.GET, path, takes: .credential, policy: .browser) { request, _ in
            await answer(request, QueryParameters(), handler)
        }
    }

    /// Makes the route of what a form of the account's pages asks for.
    func form(_ path: String, _ handler: @escaping Handler) -> Route {
        Route(.POST, path, takes: .credential, policy: .form) { request, _ in
            guard pages.sessionCookie.value(in: request) != nil else { return home(request) }
            guard let form = pages.form(request, for: pages.sessionCookie) else {
                return pages.formRefused(nil, request, log)
            }
            return await answer(request, form, handler)
        }
    }

    /// Runs an operation of the signed-in person; without a session that can be used, the way leads home.
    private func answer(_ request: HTTPRequest, _ form: QueryParameters, _ handler: Handler) async -> HTTPResponse {
        guard let cookie = pages.sessionCookie.value(in: request) else { return home(request) }
        do throws(Refusal) {
            let caller = try await sessions.authenticate(webCookie: cookie, apps: pages.apps)
            do throws(Refusal) {
                return try await handler(
                    AccountVisit(
                        request: request, caller: caller, cookie: cookie, form: form,
                        language: pages.context(request, app: caller.app).language.rawValue))
            } catch {
                guard error.code == .reauthenticationRequired else { throw error }
                log.refused(error, request)
                let place: AccountPlace = request.path.last == "delete" ? .deletion : .account
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

    /// Browsers keep whole pages for the way back, also those that they may not store. None of them is to show the
    /// account once its person is gone; only the very page that is left now is not kept yet, so it stays.
    func signedOut(_ response: HTTPResponse) -> HTTPResponse {
        var response = response.setting(pages.sessionCookie.removal)
        response.headers.add(name: "Clear-Site-Data", value: "\"cache\"")
        return response
    }

    /// Leads back to the account page.
    func back(_ request: HTTPRequest) -> HTTPResponse {
        .redirect(to: pages.context(request, app: nil).path("/account"))
    }

    /// Leads to the first page.
    func home(_ request: HTTPRequest) -> HTTPResponse {
        .redirect(to: pages.context(request, app: nil).path("/"))
    }
}
