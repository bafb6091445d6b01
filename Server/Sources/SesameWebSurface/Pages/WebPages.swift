import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText

/// The renderer of the web pages: HTML in the user's language, from templates, with security headers.
struct WebPages: Sendable {
    let accounts: Services
    let apps: AppDirectory
    let files = WebAssets()
    var providers: ProviderDirectory { apps.providers }
    /// True if the server uses the development providers. Every page then shows a marker.
    let isDevelopment: Bool
    /// A function that returns the providers that an app offers in a browser.
    let offers: @Sendable (App) -> [Provider]
    let sessionCookie: WebCookie
    let formCookie: WebCookie
    /// The cookie with the token of a known device. It survives a sign-out, because it does not sign the user in.
    let deviceCookie: WebCookie
    private let loopback: LoopbackRedirect?

    init(
        accounts: Services, apps: AppDirectory, publicURL: String, isDevelopment: Bool,
        offers: @escaping @Sendable (App) -> [Provider]
    ) {
        self.accounts = accounts
        self.apps = apps
        self.isDevelopment = isDevelopment
        self.offers = offers
        sessionCookie = WebCookie("sesame_session", publicURL: publicURL)
        formCookie = WebCookie("sesame_form", publicURL: publicURL)
        deviceCookie = WebCookie("sesame_device", publicURL: publicURL)
        loopback = LoopbackRedirect(publicURL: publicURL)
    }

    /// Returns the pages' routes with a redirect from other names of this machine to the public URL; unchanged if the
    /// public URL uses https.
    func atPublicURL(_ routes: [Route]) -> [Route] { loopback?.applied(to: routes) ?? routes }

    /// The language of a page, and the links to other pages in the same language.
    struct Context: Hashable {
        let language: Language
        /// The language requested in the URL, which links preserve.
        let asked: Language?

        /// Returns a path of this server with the given query fields, and with `lang` if the current URL has it.
        func path(_ path: String, _ fields: KeyValuePairs<String, String?> = [:]) -> String {
            let query = FormURLEncoder.encode(fields)
            let language = asked.map { "lang=\($0.rawValue)" } ?? ""
            let all = [query, language].filter { !$0.isEmpty }.joined(separator: "&")
            return all.isEmpty ? path : "\(path)?\(all)"
        }
    }

    func context(_ request: HTTPRequest, app: App?) -> Context {
        Context(language: Language(request, app: app), asked: Language.asked(in: request))
    }

    /// Returns the context of a request for events and rate limits, with the device token from the cookie.
    func context(_ request: HTTPRequest, in app: App) -> RequestContext {
        request.context(in: app, device: deviceCookie.value(in: request))
    }

    /// Returns the `Set-Cookie` field that marks the browser as a known device for an email address, after its password
    /// was entered correctly or set.
    func deviceCookie(for email: EmailAddress, in app: App) -> String {
        deviceCookie.field(accounts.codes.deviceToken(for: email, in: app), maxAge: Int(KnownDevice.lifetime))
    }

    /// Returns the response with a whole page: the content in the layout, with the security headers.
    ///
    /// - Parameter own: The page's path and parameters, if it can be loaded again in another language.
    func page(
        _ content: Markup, title: String, _ context: Context, own: (String, [(String, String)])? = nil,
        navigation: Markup = "", status: HTTPResponseStatus = .ok
    ) -> HTTPResponse {
        var links: [Markup] = [navigation]
        if let own {
            for other in Language.allCases where other != context.language {
                let fields = own.1.map { FormURLEncoder.encode([$0.0: $0.1]) } + ["lang=\(other.rawValue)"]
                let path = own.0 + "?" + fields.joined(separator: "&")
                let code = other.rawValue
                links.append("<a href=\"\(path)\" lang=\"\(code)\" hreflang=\"\(code)\">\(other.name)</a>")
            }
        }
        let marker: Markup =
            isDevelopment ? "<span class=\"marker\">\(SignInText.development[context.language])</span>" : ""
        let whole = files[.layout].render([
            "language": .text(context.language.rawValue), "title": .text(title), "style": .text(files.path(.style)),
            "home": .text(context.path("/")), "marker": .markup(marker), "navigation": .markup("\(links)"),
            "content": .markup(content),
        ])
        var response = HTTPResponse.html(Array(whole.text.utf8), status: status)
        for (name, value) in Self.headers { response.headers.add(name: name, value: value) }
        return response
    }

    private static let headers = [
        (
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; "
                + "base-uri 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"), ("Cache-Control", "no-store"),
    ]

    /// Returns the hidden input with the CSRF token that belongs to the browser's cookie.
    func csrfToken(for cookie: Secret) -> Markup {
        Self.hidden("token", accounts.authorization.csrfToken(for: cookie).exposed)
    }

    static func hidden(_ name: String, _ value: String) -> Markup {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
    }

    /// Returns the secret to which forms without a session are bound: the value of the browser's form cookie, or a new
    /// value with the `Set-Cookie` field that stores it.
    func formCookie(_ request: HTTPRequest) -> (value: Secret, field: String?) {
        if let value = formCookie.value(in: request), value.exposed.utf8.count == 43 { return (value, nil) }
        let value = accounts.environment.randomSecret()
        return (value, formCookie.field(value))
    }
}
