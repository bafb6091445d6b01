import SesameAccounts
import SesameCore
import SesameHTTP

extension FirebaseAPI {
    static let signInWithPasswordSchema = FirebaseSchema.client([
        "email": .string, "password": .string, "idToken": .string, "pendingIdToken": .string,
    ])
    static let customTokenSchema = FirebaseSchema.client(["token": .string])

    /// `accounts:signInWithPassword`. Whether it was the address or the password that is wrong, nobody is told.
    func signInWithPassword(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(FirebaseError) -> HTTPResponse {
        try body.requireNoTenant()
        let email = try address(try body.required("email", orElse: "MISSING_EMAIL"))
        let password = Secret(try body.required("password", orElse: "MISSING_PASSWORD"))
        var json: JSONObject = [
            "kind": "identitytoolkit#VerifyPasswordResponse", "registered": true, "email": .string(email.description),
        ]
        do throws(FirebaseError) {
            let tokens = try await domain { () async throws(Refusal) in
                let result = try await accounts.signIn(
                    email: email, password: password, to: app, context: request.context(in: app))
                return try await accounts.firebaseTokens(of: result.tokens.session, in: app)
            }
            json["displayName"] = .string(FirebaseUser(tokens.person).displayName ?? "")
            json.add(tokens)
            return .firebase(json)
        } catch {
            return try pending(error, json)
        }
    }

    /// `accounts:signInWithCustomToken`: on the word of a service account of the app's.
    func signInWithCustomToken(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(FirebaseError) -> HTTPResponse {
        try body.requireNoTenant()
        let token = Secret(try body.required("token", orElse: "MISSING_CUSTOM_TOKEN"))
        do throws(FirebaseError) {
            let result = try await domain { () async throws(Refusal) in
                try await accounts.signIn(customToken: token, to: app, context: request.context(in: app))
            }
            var json: JSONObject = [
                "kind": "identitytoolkit#VerifyCustomTokenResponse", "isNewUser": .bool(result.isNewUser),
            ]
            json.add(result.tokens)
            json["localId"] = nil
            return .firebase(json)
        } catch {
            guard let refusal = error.refusal, refusal.code == .invalidToken else { throw Self.claims(error) }
            throw error.saying("INVALID_CUSTOM_TOKEN", refusal.reason)
        }
    }

    /// A refusal of claims in the dialect's words.
    static func claims(_ error: FirebaseError) -> FirebaseError {
        switch error.refusal?.field {
        case FirebasePerson.forbiddenClaim: error.saying("FORBIDDEN_CLAIM", error.refusal?.reason)
        case FirebasePerson.tooManyClaims: error.saying("CLAIMS_TOO_LARGE")
        default: error
        }
    }
}
