import SesameAccounts
import SesameCore
import SesameHTTP

extension FirebaseAccountMethods {
    static let createAuthUriSchema = FirebaseSchema.client([
        "identifier": .string, "continueUri": .string, "providerId": .string, "oauthScope": .string,
        "customParameter": .anyObject, "context": .string, "sessionId": .string, "authFlowType": .string,
    ])

    /// Handles `accounts:createAuthUri`, which returns the sign-in methods of an email address. With email enumeration
    /// protection, the response is the same for used and unused addresses.
    /// https://cloud.google.com/identity-platform/docs/admin/email-enumeration-protection
    func createAuthUri(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        if body.text("providerId") != nil {
            throw .notImplemented(
                "providerId is not supported; open the provider through /authorize, or from the client itself")
        }
        let identifier = try body.required("identifier", orElse: "MISSING_IDENTIFIER")
        let target = try body.required("continueUri", orElse: "MISSING_CONTINUE_URI")
        guard let email = EmailAddress(identifier) else { throw .firebase("INVALID_IDENTIFIER") }
        guard target.contains(":") else { throw .firebase("INVALID_CONTINUE_URI") }
        var json: JSONObject = [
            "kind": "identitytoolkit#CreateAuthUriResponse",
            "sessionId": .string(body.text("sessionId") ?? request.id.description),
        ]
        if let rules = app.firebase?.rules, !rules.emailEnumerationProtection {
            let view = try await door.holder(of: email, in: app)
            json["registered"] = .bool(view != nil)
            if let view {
                let methods = FirebaseSignInMethods(of: view, rules)
                json["allProviders"] = .array(methods.providers.map { .string($0) })
                json["signinMethods"] = .array(methods.all.map { .string($0) })
            }
        }
        return .firebase(json)
    }
}

/// An account's sign-in methods, with Firebase's names.
struct FirebaseSignInMethods {
    /// The account's providers, such as `password` or `google.com`.
    let providers: [String]
    /// The account's sign-in methods, in which `emailLink` is distinguished from `password`.
    let all: [String]

    /// Collects the sign-in methods of an account.
    ///
    /// - Parameter rules: The project's rules. If several accounts may have the same address, identity providers are
    ///   omitted.
    init(of view: AccountRecord, _ rules: FirebaseSignInPolicy) {
        let vendors = rules.allowsDuplicateEmails ? [] : view.identities.map(\.provider.firebaseName)
        let login = view.login(.email)
        let own = login.map { [$0.password == nil ? "emailLink" : "password"] } ?? []
        providers = (login == nil ? [] : ["password"]) + vendors
        all = own + vendors
    }
}
