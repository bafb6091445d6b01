import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText

/// The browser part of the authorization server: from `/authorize` or Sesame's own pages to the provider, back to the
/// callback, and on to the client or to Sesame's pages.
///
/// The state of a sign-in travels encrypted in the `state` parameter; the server stores nothing until the provider has
/// responded. The provider's callback needs no cookie, because Apple's request comes from another site; the next step
/// requires one.
struct AuthorizationAPI: Sendable {
    let accounts: Services
    let apps: AppDirectory
    let webClients: OAuthClientRegistrations
    let exchange: ProviderOAuthClient
    let pages: WebPages
    let cookie: FlowBindingCookie
    let log: SecurityLog

    /// Returns the surface with the routes below `/authorize`, `/sign-in` and `/callback`.
    func surface() -> Surface {
        Surface(
            name: "authorization",
            prefixes: ["/authorize", "/sign-in", "/callback"],
            routes: pages.atPublicURL(
                [
                    Route(.GET, "/authorize", takes: .none, policy: .browser) { request, _ in authorize(request) },
                    Route(.GET, "/sign-in/finish", takes: .credential, policy: .browser) { request, _ in
                        await finish(request)
                    },
                    Route(.POST, "/sign-in/second-factor", takes: .credential, policy: .form) { request, _ in
                        await showFactor(request)
                    },
                ] + webClients.providers.map(callback) + pageRoutes + passwordRoutes),
            headers: [("Referrer-Policy", "no-referrer")],
            renderProblem: pages.render)
    }

    /// Starts a flow and returns the redirect to the provider. Throws `providerRequired` if the app does not offer the
    /// provider in a browser.
    func start(
        _ provider: Provider, _ app: App, _ purpose: FlowPurpose, _ request: HTTPRequest
    ) throws(AccountError) -> HTTPResponse {
        let departure = try departure(provider, app, purpose, request)
        return .redirect(to: departure.address).setting(departure.cookie)
    }

    /// Starts a flow from a form and returns a page that leads to the provider. A redirect would be blocked, because
    /// browsers apply `form-action` of the form's page to redirects, and the provider is another site.
    func startFromForm(
        _ provider: Provider, _ app: App, _ purpose: FlowPurpose, _ request: HTTPRequest
    ) throws(AccountError) -> HTTPResponse {
        let departure = try departure(provider, app, purpose, request)
        let name = apps.providers.name(of: provider)
        return pages.goOn(
            to: departure.address, SignInText.onwards(name), SignInText.onwardsLead(name), app: app,
            request: request
        ).setting(departure.cookie)
    }

    /// The URL of the provider's page, and the cookie that identifies the browser on its return.
    private struct ProviderRedirect {
        let address: String
        let cookie: String
    }

    private func departure(
        _ provider: Provider, _ app: App, _ purpose: FlowPurpose, _ request: HTTPRequest
    ) throws(AccountError) -> ProviderRedirect {
        guard app.providers[provider] != nil, let webClient = webClients[app.id, provider] else {
            throw AccountError(.providerRequired, "the app does not offer \(provider.rawValue) in a browser")
        }
        let browser = cookie.value(in: request) ?? accounts.environment.randomSecret()
        let start = try accounts.authorization.beginFlow(
            with: provider, to: app, for: purpose, language: Language.asked(in: request)?.rawValue,
            browser: browser)
        return ProviderRedirect(
            address: exchange.page(webClient, start, for: purpose, keeping: app.privacy),
            cookie: cookie.field(browser))
    }

    /// Returns the redirect that reports an error to a client at its redirect URI.
    func tell(_ client: ClientRequest, _ error: OAuthError) -> HTTPResponse {
        tell(client.redirectURI, state: client.state, error)
    }

    /// Returns the redirect that reports an error to a client whose redirect URI has been validated.
    func tell(_ redirectURI: String, state: String?, _ error: OAuthError) -> HTTPResponse {
        .redirect(
            to: FormURLEncoder.address(
                redirectURI,
                [
                    "error": error.code.rawValue, "error_description": error.description, "state": state,
                    "iss": exchange.publicURL,
                ]))
    }

    /// Logs a sign-in that cannot continue, and returns a page with the notice.
    func explain(
        _ notice: SignInNotice, _ refusal: AccountError, app: App?, _ request: HTTPRequest,
        status: HTTPResponseStatus = .badRequest
    ) -> HTTPResponse {
        log.refused(refusal, request)
        return pages.notice(notice, app: app, request: request, status: status)
    }

    /// Ends a sign-in with a refusal, sent to the client or shown on a page.
    func refuse(
        _ refusal: AccountError, _ client: ClientRequest?, _ app: App?, _ request: HTTPRequest
    ) -> HTTPResponse {
        guard let client else { return pages.refuse(refusal, app, request, log) }
        log.refused(refusal, request)
        return tell(client, OAuthError(signIn: refusal))
    }
}
