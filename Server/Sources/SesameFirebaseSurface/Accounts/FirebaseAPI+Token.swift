import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

extension FirebaseAPI {
    private static let tokenSchema = FirebaseSchema(["grantType": .string, "refreshToken": .string, "code": .string])

    var tokenRoutes: [Route] {
        ["/v1/token", "/securetoken.googleapis.com/v1/token"].map { path in
            Route(.POST, path, takes: .credential, policy: .firebase) { request, _ in
                await answer(request) { () async throws(FirebaseError) in try await token(request) }
            }
        }
    }

    /// `token`: a new ID token for a refresh token, asked for by a form or in JSON.
    private func token(_ request: HTTPRequest) async throws(FirebaseError) -> HTTPResponse {
        let project = try await project(of: request)
        let body = try Self.tokenBody(request)
        let grant = try body.required("grantType", orElse: "MISSING_GRANT_TYPE")
        guard grant.hasSameBytes(as: "refresh_token") else { throw .code("INVALID_GRANT_TYPE") }
        let presented = Secret(try body.required("refreshToken", orElse: "MISSING_REFRESH_TOKEN"))
        let app = try await domain { () async throws(Refusal) in
            try await accounts.firebaseProjects.firebaseApp(ofRefreshToken: presented, in: project)
        }
        guard app.firebase?.rules.isDisabled != true else { throw .code("PROJECT_DISABLED") }
        let tokens: FirebaseTokens
        do throws(Refusal) {
            tokens = try await accounts.firebase.refreshFirebase(presented, in: app)
        } catch {
            var refusal = FirebaseError(error)
            // An emulator has one word for all of them; the service says what became of the account.
            if error.code == .notAuthenticated || isEmulator && error.code == .userDeleted {
                refusal = .code("INVALID_REFRESH_TOKEN")
                refusal.refusal = error
            }
            throw refusal
        }
        let idToken = JSONValue.string(tokens.idToken.exposed)
        return .firebase([
            "access_token": idToken, "expires_in": .string(String(Int(FirebasePerson.tokenLife))),
            "token_type": "Bearer", "refresh_token": .string(tokens.refreshToken.exposed), "id_token": idToken,
            "user_id": .string(tokens.person.view.account.id.description),
            "project_id": .string(isEmulator ? Self.emulatedProjectNumber : app.firebase?.projectID ?? ""),
        ])
    }

    private static func tokenBody(_ request: HTTPRequest) throws(FirebaseError) -> FirebaseBody {
        guard request.header("Content-Type")?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true else {
            return try request.firebaseBody(tokenSchema)
        }
        guard let form = try? QueryParameters(formEncoded: request.body), !form.hasRepeatedName else {
            throw .invalidArgument("the body is no form, or names a field twice")
        }
        return FirebaseBody(
            try tokenSchema.normalized(JSONObject(form.all.map { .init(name: $0.name, value: .string($0.value)) })))
    }
}
