import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// Whom the pages with an address and a password are for: our own pages, or a client that sent the browser to
/// `/authorize`. All of it stands in the address, as it was sent there, so the server keeps nothing between the pages.
struct PasswordVisit: Sendable {
    /// The pages.
    enum Page: String, Sendable {
        case signIn = "/sign-in/password"
        case register = "/sign-in/register"
        case forgotten = "/sign-in/forgotten"
        /// Where a client's visit begins.
        case authorize = "/authorize"
    }

    let app: App
    /// The client, if there is one.
    let client: ClientRequest?
    /// The role that the person signs in for, if one was chosen.
    let role: String?
    /// What the pages' addresses say.
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

    /// Reads an address; refused where it is none of ours, or the app has no passwords. A client and its redirect are held
    /// to the same as at `/authorize`.
    init(_ query: QueryParameters, apps: AppDirectory, _ accounts: Services) throws(Refusal) {
        guard let app = AppID(query["client_id"] ?? query["app"] ?? "").flatMap({ apps[$0] }) else {
            throw Refusal(.invalidRequest, "an unknown app")
        }
        guard accounts.logins.takesPasswords(app) else { throw Refusal(.providerRequired, "the app has no passwords") }
        if query["client_id"] != nil {
            guard let redirectURI = query["redirect_uri"], app.redirects.allows(redirectURI),
                let asked = try? AuthorizeRequest(query, of: app, redirectURI: redirectURI)
            else { throw Refusal(.invalidRequest, "a client's request that is none") }
            self.init(app, asked.client, query)
        } else {
            let role = query["role"]
            if let role, !app.roles.contains(where: role.hasSameBytes) {
                throw Refusal(.invalidRequest, "the app has no such role")
            }
            self.init(app, role: role)
        }
    }

    /// A page's address, in the language that was asked for.
    func address(of page: Page, _ context: WebPages.Context) -> String {
        let fields = fields.map { FormText.encode([$0.name: $0.value]) }.joined(separator: "&")
        return page.rawValue + "?" + fields + (context.asked.map { "&lang=\($0.rawValue)" } ?? "")
    }
}
