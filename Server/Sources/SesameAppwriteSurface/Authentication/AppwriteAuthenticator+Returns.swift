import SesameAccounts
import SesameCore
import SesameHTTP

extension AppwriteAuthenticator {
    /// Returns the rule for the addresses to which a browser may return in this project.
    func rule(_ call: AppwriteRequest, _ project: String) -> AppwriteRedirectRule {
        AppwriteRedirectRule(app: call.app, project: project, trusted: origin(of: call.app))
    }

    /// Returns the address if the app may use it as a return address; throws otherwise.
    func allowed(_ address: String, _ name: String, _ call: AppwriteRequest) throws(AccountError) -> String {
        guard let project = call.app.appwrite?.projectID, rule(call, project).allows(address) else {
            throw .appwrite(
                .argument(
                    name, "URL must be a redirect URI of the app or belong to one of its listed origins."))
        }
        return address
    }
}
