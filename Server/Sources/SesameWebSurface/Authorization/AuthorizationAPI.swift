import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText

/// Sesame as authorization server, as a browser sees it: from `/authorize` or our own pages to the provider, back to
/// the callback, and on to the client or to our pages.
///
/// A sign-in travels sealed with the browser until the provider has answered. The provider's callback needs no cookie,
/// because Apple's comes from another site; the step behind it does.
struct AuthorizationAPI: Sendable {
    let accounts: Services
    let apps: AppDirectory
    let webClients: WebClients
    let exchange: ProviderExchange
    let pages: WebPages
    let cookie: BrowserCookie
    let log: SecurityLog

    /// The surface with all routes that browsers visit.
    func surface() -> Surface {
        Surface(
            name: "authorization",
            prefixes: ["/authorize", "/sign-in", "/callback"],
            routes: [
                Route(.GET, "/authorize", takes: .none, policy: .browser) { request, _ in authorize(request) },
                Route(.GET, "/sign-in/finish", takes: .credential, policy: .browser) { request, _ in
                    await finish(request)
                },
                Route(.POST, "/sign-in/second-factor", takes: .credential, policy: .form) { request, _ in
                    await showFactor(request)
                },
            ] + webClients.providers.map(callback) + pageRoutes + passwordRoutes,
            headers: [("Referrer-Policy", "no-referrer")],
            renderProblem: pages.render)
    }

    /// Sends the browser to the provider.
    func start(
        _ provider: Provider, _ app: App, _ purpose: FlowPurpose, _ request: HTTPRequest
    ) throws(Refusal) -> HTTPResponse {
        let departure = try departure(provider, app, purpose, request)
        return .redirect(to: departure.address).setting(departure.cookie)
    }

    /// Sends the browser to the provider from a form, by a page: browsers hold the redirects behind a form to the page's
    /// `form-action`, and the provider's address is none of ours.
    func startFromForm(
        _ provider: Provider, _ app: App, _ purpose: FlowPurpose, _ request: HTTPRequest
    ) throws(Refusal) -> HTTPResponse {
        let departure = try departure(provider, app, purpose, request)
        let name = apps.providers.name(of: provider)
        return pages.goOn(
            to: departure.address, SignInText.onwards(name), SignInText.onwardsLead(name), app: app,
            request: request
        ).setting(departure.cookie)
    }

    /// A way to the provider, and the cookie by which the browser is known when it comes back.
    private struct Departure {
        let address: String
        let cookie: String
    }

    private func departure(
        _ provider: Provider, _ app: App, _ purpose: FlowPurpose, _ request: HTTPRequest
    ) throws(Refusal) -> Departure {
        guard app.providers[provider] != nil, let webClient = webClients[app.id, provider] else {
            throw Refusal(.providerRequired, "the app does not offer \(provider.rawValue) in a browser")
        }
        let browser = cookie.value(in: request) ?? accounts.environment.randomSecret()
        let start = try accounts.authorization.beginFlow(
            with: provider, to: app, for: purpose, language: Language.asked(in: request)?.rawValue,
            browser: browser)
        return Departure(
            address: exchange.page(webClient, start, for: purpose, keeping: app.privacy),
            cookie: cookie.field(browser))
    }

    /// Tells a client, at its redirect.
    func tell(_ client: ClientRequest, _ error: OAuthError) -> HTTPResponse {
        tell(client.redirectURI, state: client.state, error)
    }

    /// Tells a client whose request is wrong, at a redirect that is right.
    func tell(_ redirectURI: String, state: String?, _ error: OAuthError) -> HTTPResponse {
        .redirect(
            to: FormText.address(
                redirectURI,
                [
                    "error": error.code.rawValue, "error_description": error.description, "state": state,
                    "iss": exchange.publicURL,
                ]))
    }

    /// Says on a page why a sign-in does not go on, and in the log.
    func explain(
        _ notice: SignInNotice, _ refusal: Refusal, app: App?, _ request: HTTPRequest,
        status: HTTPResponseStatus = .badRequest
    ) -> HTTPResponse {
        log.refused(refusal, request)
        return pages.notice(notice, app: app, request: request, status: status)
    }

    /// Ends a sign-in with a refusal: for the client, or on a page.
    func refuse(
        _ refusal: Refusal, _ client: ClientRequest?, _ app: App?, _ request: HTTPRequest
    ) -> HTTPResponse {
        guard let client else { return pages.refuse(refusal, app, request, log) }
        log.refused(refusal, request)
        return tell(client, OAuthError(signIn: refusal))
    }
}
