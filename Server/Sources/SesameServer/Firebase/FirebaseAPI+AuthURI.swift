import SesameAccounts
import SesameCore
import SesameHTTP

extension FirebaseAPI {
    static let createAuthUriSchema = FirebaseSchema.client([
        "identifier": .string, "continueUri": .string, "providerId": .string, "oauthScope": .string,
        "customParameter": .anyObject, "context": .string, "sessionId": .string, "authFlowType": .string,
    ])

    /// `accounts:createAuthUri`: a question for an address's ways to sign in. Nobody is told who has an account, so the
    /// answer is that of an address that nobody has.
    /// https://cloud.google.com/identity-platform/docs/admin/email-enumeration-protection
    func createAuthUri(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(FirebaseError) -> HTTPResponse {
        if body.text("providerId") != nil {
            throw .notImplemented("a browser is sent to a provider by /authorize, or by the client itself")
        }
        _ = try address(try body.required("identifier", orElse: "MISSING_IDENTIFIER"))
        let target = try body.required("continueUri", orElse: "MISSING_CONTINUE_URI")
        guard target.contains(":") else { throw .code("INVALID_CONTINUE_URI") }
        return .firebase([
            "kind": "identitytoolkit#CreateAuthUriResponse", "sessionId": .string(request.id.description),
        ])
    }
}
