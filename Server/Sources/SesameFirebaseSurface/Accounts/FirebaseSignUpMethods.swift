import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The methods that create accounts: guests, and users with an email address and a password.
struct FirebaseSignUpMethods: Sendable {
    let signIn: SignInService
    let logins: LocalCredentialService
    let door: FirebaseAuthenticator

    var methods: [FirebaseMethod] {
        [
            FirebaseMethod(
                name: "signUp", legacyName: "signupNewUser", input: .credential, schema: Self.signUpSchema,
                handler: signUp)
        ]
    }

    static let signUpSchema = FirebaseSchema.client([
        "email": .string, "password": .string, "displayName": .string, "photoUrl": .string, "idToken": .string,
        "localId": .string, "disabled": .bool, "emailVerified": .bool, "phoneNumber": .string,
    ])

    /// Handles `accounts:signUp`, which creates a guest or a user with an address and a password. If the request has an
    /// ID token, the address and password are added to the account of the token.
    func signUp(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        if let name = ["localId", "disabled", "emailVerified", "phoneNumber"].first(where: body.contains) {
            throw .firebase(
                "UNEXPECTED_PARAMETER", name == "localId" ? "User ID" : "only the operator can set \(name)")
        }
        var json: JSONObject = ["kind": "identitytoolkit#SignupNewUserResponse"]
        let isGuest = !body.contains("email") && !body.contains("password") && !body.contains("idToken")
        let tokens = isGuest ? try await guest(request, app) : try await withPassword(request, app, body)
        json.add(tokens)
        json["email"] = tokens.person.view.login(.email).map { .string($0.name) }
        json["displayName"] = FirebaseUserInfo(tokens.person).displayName.map { .string($0) }
        return .firebase(json)
    }

    private func guest(_ request: HTTPRequest, _ app: App) async throws(AccountError) -> FirebaseTokens {
        do throws(AccountError) {
            let result = try await signIn.signInAnonymously(to: app, context: request.context(in: app))
            return try await door.firebase.firebaseTokens(of: result.session, in: app)
        } catch {
            throw error.ofDomain?.code == .providerRequired ? error.saying("ADMIN_ONLY_OPERATION") : error
        }
    }

    private func withPassword(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> FirebaseTokens {
        let email = try door.address(
            try body.required("email", orElse: body.contains("email") ? "INVALID_EMAIL" : "MISSING_EMAIL"))
        let password = Secret(try body.required("password", orElse: "MISSING_PASSWORD"))
        guard app.firebase?.rules.allowsPasswords != false else { throw .firebase("OPERATION_NOT_ALLOWED") }
        let caller: FirebaseCaller? =
            if let idToken = body.secret("idToken") { try await door.caller(idToken, of: app) } else { nil }
        try await door.requireFree(email, for: caller, in: app)
        let context = request.context(in: app)
        do throws(AccountError) {
            let session: Session
            if let caller {
                session = try await logins.addPassword(
                    email: email, password: password, to: caller.caller, replacingOther: door.isEmulator,
                    context: context
                ).session
            } else {
                session = try await logins.signUp(
                    email: email, password: password, to: app, displayName: body.text("displayName"),
                    context: context
                ).session
            }
            return try await door.firebase.firebaseTokens(of: session, in: app)
        } catch {
            throw error.ofDomain?.code == .credentialInUse ? error.saying("EMAIL_EXISTS") : error
        }
    }
}

extension FirebaseUserInfo {
    init(_ person: FirebaseUserSession) {
        view = person.view
        details = person.details
        tenant = person.app.firebase?.tenant
    }
}

extension JSONObject {
    /// Adds a sign-in's tokens, user id and ID token lifetime (in seconds) to the response.
    mutating func add(_ tokens: FirebaseTokens) {
        self["localId"] = .string(tokens.person.view.account.id.description)
        self["idToken"] = .string(tokens.idToken.exposed)
        self["refreshToken"] = .string(tokens.refreshToken.exposed)
        self["expiresIn"] = .string(String(Int(FirebaseUserSession.tokenLifetime)))
    }
}
