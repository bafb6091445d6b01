import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension FirebaseAPI {
    static let lookupSchema = FirebaseSchema.client([
        "idToken": .string, "localId": .list(.string), "email": .list(.string), "phoneNumber": .list(.string),
        "federatedUserId": .list(.anyObject), "initialEmail": .list(.string),
    ])
    static let deleteSchema = FirebaseSchema.client(["idToken": .string, "localId": .string])

    /// `accounts:lookup`: the account of an ID token.
    func lookup(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(FirebaseError) -> HTTPResponse {
        let caller = try await caller(try idToken(body), of: app)
        return .firebase([
            "kind": "identitytoolkit#GetAccountInfoResponse",
            "users": [.object(FirebaseUser(caller).json)],
        ])
    }

    /// `accounts:delete`: the account of an ID token, with all that belongs to it.
    func delete(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(FirebaseError) -> HTTPResponse {
        let caller = try await caller(try idToken(body), of: app)
        _ = try await domain { () async throws(Refusal) in
            try await accounts.deletion.deleteAccount(of: caller.caller, context: request.context(in: app))
        }
        return .firebase(["kind": "identitytoolkit#DeleteAccountResponse"])
    }

    /// The ID token of a client's call. By an id alone nobody but the operator names an account.
    func idToken(_ body: FirebaseBody) throws(FirebaseError) -> Secret {
        Secret(try body.required("idToken", orElse: "MISSING_ID_TOKEN"))
    }
}
