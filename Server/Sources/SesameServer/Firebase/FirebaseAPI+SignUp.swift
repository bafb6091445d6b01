import SesameAccounts
import SesameCore
import SesameHTTP

extension FirebaseAPI {
    static let signUpSchema = FirebaseSchema.client([
        "email": .string, "password": .string, "displayName": .string, "idToken": .string,
    ])

    /// `accounts:signUp`: a guest.
    func signUp(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(FirebaseError) -> HTTPResponse {
        try body.requireNoTenant()
        let tokens = try await domain { () async throws(Refusal) in
            let result = try await accounts.signInAnonymously(to: app, context: request.context(in: app))
            return try await accounts.firebaseTokens(of: result.tokens.session, in: app)
        }
        var json: JSONObject = ["kind": "identitytoolkit#SignupNewUserResponse"]
        json.add(tokens)
        return .firebase(json)
    }
}

extension JSONObject {
    /// What a client that has signed in goes on with.
    mutating func add(_ tokens: FirebaseTokens) {
        self["localId"] = .string(tokens.person.view.account.id.description)
        self["idToken"] = .string(tokens.idToken.exposed)
        self["refreshToken"] = .string(tokens.refreshToken.exposed)
        self["expiresIn"] = .string(String(Int(FirebasePerson.tokenLife)))
    }
}
