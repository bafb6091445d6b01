import SesameAccounts
import SesameCore
import SesameHTTP

extension AppwriteAuthenticator {
    /// Returns the rule for the redirect URLs of a project.
    func rule(_ call: AppwriteRequest, _ project: String) -> AppwriteRedirectRule {
        AppwriteRedirectRule(app: call.app, project: project, trusted: origin(of: call.app))
    }

    /// Returns the address if the app may use it as a redirect URL; throws otherwise.
    func allowed(_ address: String, _ name: String, _ call: AppwriteRequest) throws(AccountError) -> String {
        guard let project = call.app.appwrite?.projectID, rule(call, project).allows(address) else {
            throw .appwrite(
                .argument(
                    name, "URL must be a redirect URI of the app or belong to one of its listed origins."))
        }
        return address
    }
}
