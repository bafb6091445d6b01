import SesameAccounts
import SesameCore
import SesameHTTP

extension AppwriteDoor {
    /// Which addresses a browser may be sent back to.
    func rule(_ call: AppwriteCall, _ project: String) -> AppwriteReturnRule {
        AppwriteReturnRule(app: call.app, project: project, trusted: origin(of: call.app))
    }

    /// An address where the app lives.
    func allowed(_ address: String, _ name: String, _ call: AppwriteCall) throws(Refusal) -> String {
        guard let project = call.app.appwrite?.projectID, rule(call, project).allows(address) else {
            throw .appwrite(
                .argument(
                    name, "URL must be a redirect of the app's, or of an origin that is listed."))
        }
        return address
    }
}
