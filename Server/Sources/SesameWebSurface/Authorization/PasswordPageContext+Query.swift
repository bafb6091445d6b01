import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

extension PasswordPageContext {
    /// Parses the query of a page. Throws if the app is unknown or has no passwords, if the role is unknown, or if the
    /// client's authorization request is invalid. A client and its redirect URI are checked as at `/authorize`.
    init(_ query: QueryParameters, apps: AppDirectory, _ accounts: Services) throws(AccountError) {
        guard let app = AppID(query["client_id"] ?? query["app"] ?? "").flatMap({ apps[$0] }) else {
            throw AccountError(.invalidRequest, "unknown app")
        }
        guard accounts.logins.allowsPasswords(app) else {
            throw AccountError(.providerRequired, "the app does not allow passwords")
        }
        if query["client_id"] != nil {
            guard let redirectURI = query["redirect_uri"], app.redirects.allows(redirectURI),
                let asked = try? AuthorizeRequest(query, of: app, apps.providers, redirectURI: redirectURI)
            else { throw AccountError(.invalidRequest, "the client's authorization request is invalid") }
            guard asked.client.linking == nil else {
                throw AccountError(.invalidRequest, "only a provider's identity can be linked here")
            }
            self.init(app, asked.client, query)
        } else {
            let role = query["role"]
            if let role, !app.roles.contains(where: role.hasSameBytes) {
                throw AccountError(.invalidRequest, "the app has no such role")
            }
            self.init(app, role: role)
        }
    }
}
