import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText

/// The context of the pages with an email address and a password, started by Sesame's own pages or by a client that
/// sent the browser to `/authorize`. All of it is in the URL as it was sent, so that the server stores nothing between
/// the pages.
struct PasswordPageContext: Sendable {
    enum Page: String, Sendable {
        case signIn = "/sign-in/password"
        case register = "/sign-in/register"
        case forgotten = "/sign-in/forgotten"
        /// The authorization endpoint, to which a client sends the browser.
        case authorize = "/authorize"
    }

    let app: App
    /// The client; nil on Sesame's own pages.
    let client: ClientRequest?
    /// The role chosen for the sign-in, if any.
    let role: String?
    /// The query fields in the pages' URLs.
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

    /// Returns a page's URL, in the requested language.
    func address(of page: Page, _ context: WebPages.Context) -> String {
        let fields = fields.map { FormURLEncoder.encode([$0.name: $0.value]) }.joined(separator: "&")
        return page.rawValue + "?" + fields + (context.asked.map { "&lang=\($0.rawValue)" } ?? "")
    }
}
