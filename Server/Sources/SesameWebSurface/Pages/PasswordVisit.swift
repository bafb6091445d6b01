import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText

/// The visit of the pages with an address and a password: our own pages, or a client that sent the browser to
/// `/authorize`. All of it stands in the address, as it was sent there, so the server keeps nothing between the pages.
struct PasswordVisit: Sendable {
    enum Page: String, Sendable {
        case signIn = "/sign-in/password"
        case register = "/sign-in/register"
        case forgotten = "/sign-in/forgotten"
        /// The start of a client's visit.
        case authorize = "/authorize"
    }

    let app: App
    /// The client, if there is one.
    let client: ClientRequest?
    /// The role that the person signs in for, if one was chosen.
    let role: String?
    /// The fields in the pages' addresses.
    let fields: [(name: String, value: String)]

    /// A visit of our own pages.
    init(_ app: App, role: String?) {
        self.app = app
        self.role = role
        client = nil
        fields = [("app", app.id.description)] + (role.map { [("role", $0)] } ?? [])
    }

    /// A visit that a client has sent.
    init(_ app: App, _ client: ClientRequest, _ query: QueryParameters) {
        self.app = app
        self.client = client
        role = client.role
        fields = query.all.filter { $0.name != "lang" }
    }

    /// A page's address, in the language that was asked for.
    func address(of page: Page, _ context: WebPages.Context) -> String {
        let fields = fields.map { FormText.encode([$0.name: $0.value]) }.joined(separator: "&")
        return page.rawValue + "?" + fields + (context.asked.map { "&lang=\($0.rawValue)" } ?? "")
    }
}
