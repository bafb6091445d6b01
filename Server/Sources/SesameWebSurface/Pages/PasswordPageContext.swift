import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText

/// The context of the password pages (sign-in, registration, forgotten password), opened from Sesame's own pages or by
/// a client's `/authorize` request. The whole context is in the URL, so that the server stores nothing between the
/// pages.
struct PasswordPageContext: Sendable {
    enum Page: String, Sendable {
        case signIn = "/sign-in/password"
        case register = "/sign-in/register"
        case forgotten = "/sign-in/forgotten"
        /// The authorization endpoint, to which a client sends the browser.
        case authorize = "/authorize"
    }

    let app: App
    /// The client's authorization request; nil on Sesame's own pages.
    let client: ClientRequest?
    /// The role chosen for the sign-in, if any.
    let role: String?
    /// The query parameters of the pages' URLs, without `lang`.
    let fields: [(name: String, value: String)]

    /// Creates the context of a visit to Sesame's own pages.
    init(_ app: App, role: String?) {
        self.app = app
        self.role = role
        client = nil
        fields = [("app", app.id.description)] + (role.map { [("role", $0)] } ?? [])
    }

    /// Creates the context of a visit that a client started.
    init(_ app: App, _ client: ClientRequest, _ query: QueryParameters) {
        self.app = app
        self.client = client
        role = client.role
        fields = query.all.filter { $0.name != "lang" }
    }

    /// Returns a page's path with the context's query parameters, and with `lang` if the current URL has it.
    func address(of page: Page, _ context: WebPages.Context) -> String {
        let fields = fields.map { FormURLEncoder.encode([$0.name: $0.value]) }.joined(separator: "&")
        return page.rawValue + "?" + fields + (context.asked.map { "&lang=\($0.rawValue)" } ?? "")
    }
}
