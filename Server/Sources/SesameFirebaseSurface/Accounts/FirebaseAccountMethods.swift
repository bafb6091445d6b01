import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The methods with which a client reads or deletes an account, or looks up the sign-in methods of an email address.
struct FirebaseAccountMethods: Sendable {
    let deletion: DeletionService
    let door: FirebaseAuthenticator

    var methods: [FirebaseMethod] {
        [
            FirebaseMethod(
                name: "createAuthUri", legacyName: "createAuthUri", input: .none, schema: Self.createAuthUriSchema,
                handler: createAuthUri),
            FirebaseMethod(
                name: "lookup", legacyName: "getAccountInfo", input: .credential, schema: Self.lookupSchema,
                handler: lookup),
            FirebaseMethod(
                name: "delete", legacyName: "deleteAccount", input: .credential, schema: Self.deleteSchema,
                handler: delete),
        ]
    }

    static let lookupSchema = FirebaseSchema.client([
        "idToken": .string, "localId": .list(.string), "email": .list(.string), "phoneNumber": .list(.string),
        "federatedUserId": .list(.anyObject), "initialEmail": .list(.string),
    ])
    static let deleteSchema = FirebaseSchema.client(["idToken": .string, "localId": .string])

    /// Handles `accounts:lookup`, which returns the account of an ID token.
    func lookup(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(try door.idToken(body), of: app)
        return .firebase([
            "kind": "identitytoolkit#GetAccountInfoResponse",
            "users": [.object(FirebaseUserInfo(caller).json)],
        ])
    }

    /// Handles `accounts:delete`, which deletes the account of an ID token with all its data.
    func delete(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(try door.idToken(body), of: app)
        _ = try await deletion.deleteAccount(of: caller.caller, context: request.context(in: app))
        return .firebase(["kind": "identitytoolkit#DeleteAccountResponse"])
    }
}
