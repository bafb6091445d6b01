import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The routes of projects and their tenants.
struct FirebaseProjectRoutes: Sendable {
    let door: FirebaseAuthenticator

    var routes: [Route] { projectRoutes + configurationRoutes + tenantRoutes }

    /// The routes with which clients read the project's settings before sign-in.
    private var projectRoutes: [Route] {
        let config = "/identitytoolkit/v3/relyingparty/getProjectConfig"
        let params = "/identitytoolkit/v3/relyingparty/getRecaptchaParam"
        return questions(
            ["/v1/projects", "/identitytoolkit.googleapis.com/v1/projects", config, "/www.googleapis.com" + config],
            project)
            + questions(
                [
                    "/v1/recaptchaParams", "/identitytoolkit.googleapis.com/v1/recaptchaParams", params,
                    "/www.googleapis.com" + params,
                ], Self.recaptchaParameters)
            + questions(
                ["/v2/recaptchaConfig", "/identitytoolkit.googleapis.com/v2/recaptchaConfig"],
                Self.recaptchaConfiguration)
    }

    private func questions(_ paths: [String], _ reply: @escaping @Sendable (App) -> JSONObject) -> [Route] {
        paths.map { path in
            door.route(.GET, path, takes: .none) { request, _ throws(AccountError) in
                .firebase(reply(try await door.project(of: request)))
            }
        }
    }

    func project(_ app: App) -> JSONObject {
        [
            "projectId": .string(
                door.isEmulator ? FirebaseAuthenticator.emulatedProjectNumber : app.firebase?.projectID ?? ""),
            "authorizedDomains": .array((app.firebase?.authorizedDomains ?? []).map { .string($0) }),
        ]
    }

    /// Returns parameters without a reCAPTCHA challenge, because rate limits replace it.
    private static func recaptchaParameters(_ app: App) -> JSONObject {
        ["kind": "identitytoolkit#GetRecaptchaParamResponse", "recaptchaStoken": "", "recaptchaSiteKey": ""]
    }

    private static func recaptchaConfiguration(_ app: App) -> JSONObject {
        ["recaptchaKey": "", "recaptchaEnforcementState": []]
    }
}
