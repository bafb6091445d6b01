import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The methods for sign-in with a password, and with a service account's custom token.
struct FirebasePasswordMethods: Sendable {
    let logins: LocalCredentialService
    let door: FirebaseAuthenticator

    var methods: [FirebaseMethod] {
        [
            FirebaseMethod(
                name: "signInWithPassword", legacyName: "verifyPassword", input: .credential,
                schema: Self.signInWithPasswordSchema,
                handler: signInWithPassword),
            FirebaseMethod(
                name: "signInWithCustomToken", legacyName: "verifyCustomToken", input: .credential,
                schema: Self.customTokenSchema,
                handler: signInWithCustomToken),
        ]
    }

    static let signInWithPasswordSchema = FirebaseSchema.client([
        "email": .string, "password": .string, "idToken": .string, "pendingIdToken": .string,
    ])
    static let customTokenSchema = FirebaseSchema.client(["token": .string])

    /// Handles `accounts:signInWithPassword`. After incorrect credentials, only an emulator without email enumeration
    /// protection reveals if the address or the password is wrong.
    func signInWithPassword(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        guard app.firebase?.rules.allowsPasswords != false else { throw .firebase("PASSWORD_LOGIN_DISABLED") }
        let email = try door.address(try body.required("email", orElse: "MISSING_EMAIL"))
        let password = Secret(try body.required("password", orElse: "MISSING_PASSWORD"))
        var json: JSONObject = [
            "kind": "identitytoolkit#VerifyPasswordResponse", "registered": true, "email": .string(email.description),
        ]
        do throws(AccountError) {
            let result = try await logins.signIn(
                email: email, password: password, to: app, context: request.context(in: app))
            let tokens = try await door.tokens(of: result.session, in: app)
            json["displayName"] = .string(FirebaseUserInfo(tokens.person).displayName ?? "")
            json.add(tokens)
            return .firebase(json)
        } catch {
            return try door.pending(try await naming(error, of: email, in: app), json)
        }
    }

    /// Returns `EMAIL_NOT_FOUND` or `INVALID_PASSWORD` for incorrect credentials if the project has no email
    /// enumeration protection, which is possible only in an emulator. Otherwise returns the error unchanged.
    private func naming(
        _ error: AccountError, of email: EmailAddress, in app: App
    ) async throws(AccountError) -> AccountError {
        guard error.ofDomain?.code == .invalidCredentials, app.firebase?.rules.emailEnumerationProtection == false
        else {
            return error
        }
        return error.saying(try await door.holder(of: email, in: app) == nil ? "EMAIL_NOT_FOUND" : "INVALID_PASSWORD")
    }

    /// Handles `accounts:signInWithCustomToken`, for a token signed by a service account of the app.
    func signInWithCustomToken(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        let token = Secret(try body.required("token", orElse: "MISSING_CUSTOM_TOKEN"))
        do throws(AccountError) {
            let result = try await door.firebase.signIn(customToken: token, to: app, context: request.context(in: app))
            var json: JSONObject = [
                "kind": "identitytoolkit#VerifyCustomTokenResponse", "isNewUser": .bool(result.isNewUser),
            ]
            json.add(result.tokens)
            json["localId"] = nil
            return .firebase(json)
        } catch {
            guard error.ofDomain?.code == .invalidToken else { throw error.inWords(\.inClaimWords) }
            if error.field == AccountError.customTokenTenant { throw error.saying("TENANT_ID_MISMATCH") }
            throw error.saying("INVALID_CUSTOM_TOKEN", error.reason)
        }
    }
}

extension AccountError {
    /// The refusal with the Firebase error code for forbidden or too large custom claims; unchanged for other refusals.
    var inClaimWords: AccountError {
        switch field {
        case FirebaseUserSession.forbiddenClaim: saying("FORBIDDEN_CLAIM", reason)
        case FirebaseUserSession.tooManyClaims: saying("CLAIMS_TOO_LARGE")
        default: self
        }
    }
}
