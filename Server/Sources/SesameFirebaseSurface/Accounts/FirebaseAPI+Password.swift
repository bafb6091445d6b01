import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension FirebaseAPI {
    static let signInWithPasswordSchema = FirebaseSchema.client([
        "email": .string, "password": .string, "idToken": .string, "pendingIdToken": .string,
    ])
    static let customTokenSchema = FirebaseSchema.client(["token": .string])

    /// `accounts:signInWithPassword`. Whether it was the address or the password that is wrong, nobody is told.
    func signInWithPassword(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(FirebaseError) -> HTTPResponse {
        guard app.firebase?.rules.allowsPasswords != false else { throw .code("PASSWORD_LOGIN_DISABLED") }
        let email = try address(try body.required("email", orElse: "MISSING_EMAIL"))
        let password = Secret(try body.required("password", orElse: "MISSING_PASSWORD"))
        var json: JSONObject = [
            "kind": "identitytoolkit#VerifyPasswordResponse", "registered": true, "email": .string(email.description),
        ]
        do throws(FirebaseError) {
            let tokens = try await domain { () async throws(Refusal) in
                let result = try await accounts.logins.signIn(
                    email: email, password: password, to: app, context: request.context(in: app))
                return try await accounts.firebase.firebaseTokens(of: result.session, in: app)
            }
            json["displayName"] = .string(FirebaseUser(tokens.person).displayName ?? "")
            json.add(tokens)
            return .firebase(json)
        } catch {
            return try pending(try await naming(error, of: email, in: app), json)
        }
    }

    /// Whether it was the address or the password, where a project says so: against an emulator only.
    private func naming(
        _ error: FirebaseError, of email: EmailAddress, in app: App
    ) async throws(FirebaseError) -> FirebaseError {
        guard error.refusal?.code == .invalidCredentials, app.firebase?.rules.hidesAccounts == false else {
            return error
        }
        return error.saying(try await holder(of: email, in: app) == nil ? "EMAIL_NOT_FOUND" : "INVALID_PASSWORD")
    }

    /// Refuses an address that is another account's, in a project where each is one account's.
    func requireFree(_ email: EmailAddress, for caller: FirebaseCaller?, in app: App) async throws(FirebaseError) {
        guard app.firebase?.rules.allowsDuplicateEmails == false, let holder = try await holder(of: email, in: app),
            holder.account.id != caller?.view.account.id
        else { return }
        throw .code("EMAIL_EXISTS")
    }

    /// The account with an identity or a login of that address.
    func holder(of email: EmailAddress, in app: App) async throws(FirebaseError) -> AccountView? {
        try await domain { () async throws(Refusal) in
            try await accounts.directory.accounts([], emails: [email], in: app).first?.view
        }
    }

    /// `accounts:signInWithCustomToken`: on the word of a service account of the app's.
    func signInWithCustomToken(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(FirebaseError) -> HTTPResponse {
        let token = Secret(try body.required("token", orElse: "MISSING_CUSTOM_TOKEN"))
        do throws(FirebaseError) {
            let result = try await domain { () async throws(Refusal) in
                try await accounts.firebase.signIn(customToken: token, to: app, context: request.context(in: app))
            }
            var json: JSONObject = [
                "kind": "identitytoolkit#VerifyCustomTokenResponse", "isNewUser": .bool(result.isNewUser),
            ]
            json.add(result.tokens)
            json["localId"] = nil
            return .firebase(json)
        } catch {
            guard let refusal = error.refusal, refusal.code == .invalidToken else { throw Self.claims(error) }
            if refusal.field == Refusal.customTokenTenant { throw error.saying("TENANT_ID_MISMATCH") }
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
