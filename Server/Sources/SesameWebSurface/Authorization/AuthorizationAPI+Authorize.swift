import Logging
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension AuthorizationAPI {
    /// `GET /authorize`: starts a sign-in for a client. Until the client and the redirect URI have been validated,
    /// errors are shown on a page, because a redirect would be an open redirect (RFC 6749 section 4.1.2.1).
    func authorize(_ request: HTTPRequest) -> HTTPResponse {
        let query = request.query
        guard let app = AppID(query["client_id"] ?? "").flatMap({ apps[$0] }) else {
            return explain(.unknownApp, AccountError(.invalidRequest, "unknown client"), app: nil, request)
        }
        guard let redirectURI = query["redirect_uri"], app.redirects.allows(redirectURI) else {
            let refusal = AccountError(.invalidRequest, "the redirect URI is missing or not registered")
            log.refused(refusal, request, level: .notice)
            return pages.notice(.redirectNotAllowed, app: app, request: request, status: .badRequest)
        }
        let asked: AuthorizeRequest
        do throws(OAuthError) {
            asked = try AuthorizeRequest(query, of: app, apps.providers, redirectURI: redirectURI)
        } catch {
            return tell(redirectURI, state: query["state"], error)
        }
        // The nonce is checked before the user visits the provider in vain.
        if case .nonce(let nonce) = asked.client.linking, !accounts.authorization.isInTime(nonce) {
            return tell(
                asked.client, OAuthError(.invalidRequest, "link must be an unexpired nonce from POST /v1/challenges"))
        }
        let offered = pages.offers(app)
        // A password is linked without a browser.
        let allowsPasswords = asked.client.linking == nil && accounts.logins.allowsPasswords(app)
        let visit = allowsPasswords ? PasswordPageContext(app, asked.client, query) : nil
        guard let provider = asked.provider ?? (visit == nil && offered.count == 1 ? offered.first : nil) else {
            guard visit != nil || !offered.isEmpty else {
                return tell(asked.client, OAuthError(.invalidRequest, "the app offers no sign-in in a browser"))
            }
            let links = offered.map { ($0, "\(request.target)&provider=\($0.rawValue)") }
            return pages.choose(
                app: app, links: links, entry: visit.map { PasswordEntry($0) }, request: request)
        }
        guard offered.contains(provider) else {
            return tell(asked.client, OAuthError(.invalidRequest, "the app does not offer this provider in a browser"))
        }
        do throws(AccountError) {
            return try start(provider, app, .client(asked.client), request)
        } catch {
            return refuse(error, asked.client, app, request)
        }
    }
}
