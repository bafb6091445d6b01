package import SesameAccounts
package import SesameHTTP
package import SesameSurface

/// The surfaces of the web pages, the authorization server, its tokens and the documentation.
package struct WebSurfaces: Sendable {
    let pages: WebPages
    let authorization: AuthorizationAPI
    let web: WebAPI
    let log: SecurityLog
    let publicURL: String
    private let providersURL: String?

    /// Creates the pages and the authorization server that the surfaces share.
    ///
    /// - Parameter providersURL: The URL of the development providers, with which every page shows a marker; nil
    ///   without development providers.
    package init(
        accounts: Services, apps: AppDirectory, webClients: OAuthClientRegistrations, exchange: ProviderOAuthClient,
        providersURL: String?, log: SecurityLog
    ) {
        self.providersURL = providersURL
        publicURL = exchange.publicURL
        pages = WebPages(
            accounts: accounts, apps: apps, publicURL: publicURL, isDevelopment: providersURL != nil,
            offers: { webClients.providers(of: $0) })
        authorization = AuthorizationAPI(
            accounts: accounts, apps: apps, webClients: webClients, exchange: exchange, pages: pages,
            cookie: FlowBindingCookie(publicURL: publicURL), log: log)
        web = WebAPI(accounts: accounts, pages: pages, authorization: authorization, log: log)
        self.log = log
    }

    /// Returns the surfaces for tokens, authorization, web pages and documentation.
    package func all(cors: CORSPolicy) -> [Surface] {
        [
            TokenAPI(accounts: pages.accounts, apps: pages.apps, publicURL: publicURL, log: log).surface(cors: cors),
            authorization.surface(), web.surface(),
            DocumentationAPI(pages: pages, publicURL: publicURL, providersURL: providersURL).surface(),
        ]
    }

    /// Returns the surface for paths that no other surface serves: an HTML page for browsers, the native API's error
    /// for other clients.
    package func unknown(cors: CORSPolicy) -> Surface { web.unknown(cors: cors) }

    /// Starts a browser flow with a provider, and returns the redirect to the provider. Throws `providerRequired` if
    /// the app does not offer the provider in a browser.
    package func start(
        _ provider: Provider, _ app: App, _ purpose: FlowPurpose, _ request: HTTPRequest
    ) throws(AccountError) -> HTTPResponse {
        try authorization.start(provider, app, purpose, request)
    }
}
