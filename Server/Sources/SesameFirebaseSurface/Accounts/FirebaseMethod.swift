import NIOHTTP1
import SesameAccounts
import SesameHTTP

/// A method of Identity Toolkit that clients call with an API key, and the paths that it has.
struct FirebaseMethod: Sendable {
    /// What answers, with the app of the request's key.
    typealias Handler = @Sendable (HTTPRequest, App, FirebaseBody) async throws(FirebaseError) -> HTTPResponse

    /// Its name behind `accounts:`.
    let name: String
    /// Its name in the interface before, which some clients still call.
    let legacyName: String
    /// The credentials that requests carry. The API key is none.
    let input: Route.Input
    let schema: FirebaseSchema
    let handler: Handler

    /// All its paths: as the vendor's host has them, and with that host in front, as emulators do.
    var paths: [String] {
        let current = "/v1/accounts:\(name)"
        let legacy = "/identitytoolkit/v3/relyingparty/\(legacyName)"
        return [current, "/identitytoolkit.googleapis.com" + current, legacy, "/www.googleapis.com" + legacy]
    }
}

extension FirebaseAPI {
    var clientRoutes: [Route] {
        methods.flatMap { method in
            method.paths.map { path in
                Route(.POST, path, takes: method.input, policy: .firebase) { request, _ in
                    await answer(request) { () async throws(FirebaseError) in
                        if let answer = try await operatorsAnswer(request, method.name) { return answer }
                        let project = try await project(of: request)
                        let body = try request.firebaseBody(method.schema)
                        return try await method.handler(request, try await people(of: project, body), body)
                    }
                }
            }
        } + projectRoutes
    }

    private var methods: [FirebaseMethod] {
        [
            FirebaseMethod(
                name: "signUp", legacyName: "signupNewUser", input: .credential, schema: Self.signUpSchema,
                handler: signUp),
            FirebaseMethod(
                name: "signInWithIdp", legacyName: "verifyAssertion", input: .credential,
                schema: Self.signInWithIdpSchema,
                handler: signInWithIdp),
            FirebaseMethod(
                name: "signInWithPassword", legacyName: "verifyPassword", input: .credential,
                schema: Self.signInWithPasswordSchema,
                handler: signInWithPassword),
            FirebaseMethod(
                name: "signInWithCustomToken", legacyName: "verifyCustomToken", input: .credential,
                schema: Self.customTokenSchema,
                handler: signInWithCustomToken),
            FirebaseMethod(
                name: "update", legacyName: "setAccountInfo", input: .credential, schema: Self.updateSchema,
                handler: update),
            FirebaseMethod(
                name: "createAuthUri", legacyName: "createAuthUri", input: .none, schema: Self.createAuthUriSchema,
                handler: createAuthUri),
            FirebaseMethod(
                name: "sendOobCode", legacyName: "getOobConfirmationCode", input: .credential,
                schema: Self.sendOobCodeSchema,
                handler: sendOobCode),
            FirebaseMethod(
                name: "resetPassword", legacyName: "resetPassword", input: .credential,
                schema: Self.resetPasswordSchema,
                handler: resetPassword),
            FirebaseMethod(
                name: "signInWithEmailLink", legacyName: "emailLinkSignin", input: .credential,
                schema: Self.emailLinkSchema,
                handler: signInWithEmailLink),
            FirebaseMethod(
                name: "sendVerificationCode", legacyName: "sendVerificationCode", input: .none,
                schema: Self.sendVerificationCodeSchema, handler: sendVerificationCode),
            FirebaseMethod(
                name: "signInWithPhoneNumber", legacyName: "verifyPhoneNumber", input: .credential,
                schema: Self.phoneSchema,
                handler: signInWithPhoneNumber),
            FirebaseMethod(
                name: "lookup", legacyName: "getAccountInfo", input: .credential, schema: Self.lookupSchema,
                handler: lookup),
            FirebaseMethod(
                name: "delete", legacyName: "deleteAccount", input: .credential, schema: Self.deleteSchema,
                handler: delete),
        ]
    }
}

extension FirebaseSchema {
    /// Members that every method of clients takes, and that mean nothing here.
    static let ignored: [String: Kind] = [
        "returnSecureToken": .bool, "returnRefreshToken": .bool, "clientType": .string, "recaptchaVersion": .string,
        "captchaChallenge": .string, "captchaResponse": .string, "instanceId": .string,
        "delegatedProjectNumber": .integer, "targetProjectId": .string, "tenantId": .string,
        "tenantProjectNumber": .integer,
    ]

    /// The members of a client's method.
    static func client(_ fields: [String: Kind]) -> FirebaseSchema {
        FirebaseSchema(fields.merging(ignored) { own, _ in own })
    }
}
