import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// The routes at which clients exchange a refresh token for a new ID token.
struct FirebaseTokenRoutes: Sendable {
    let door: FirebaseAuthenticator

    private static let tokenSchema = FirebaseSchema(["grantType": .string, "refreshToken": .string, "code": .string])

    var routes: [Route] {
        ["/v1/token", "/securetoken.googleapis.com/v1/token"].map { path in
            door.route(.POST, path, takes: .credential, policy: .firebase) { request, _ throws(AccountError) in
                try await token(request)
            }
        }
    }

    /// Handles `token`, which returns a new ID token for a refresh token. The request's body is a form or JSON.
    private func token(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let project = try await door.project(of: request)
        let body = try Self.tokenBody(request)
        let grant = try body.required("grantType", orElse: "MISSING_GRANT_TYPE")
        guard grant.hasSameBytes(as: "refresh_token") else { throw .firebase("INVALID_GRANT_TYPE") }
        let presented = Secret(try body.required("refreshToken", orElse: "MISSING_REFRESH_TOKEN"))
        let app = try await door.projects.firebaseApp(ofRefreshToken: presented, in: project)
        guard app.firebase?.rules.isDisabled != true else { throw .firebase("PROJECT_DISABLED") }
        let tokens: FirebaseTokens
        do throws(AccountError) {
            tokens = try await door.firebase.refreshFirebase(presented, in: app)
        } catch {
            // An emulator has one error for all cases; the real service names the account's state.
            if error.code == .notAuthenticated || door.isEmulator && error.code == .userDeleted {
                throw error.saying("INVALID_REFRESH_TOKEN")
            }
            throw error
        }
        let idToken = JSONValue.string(tokens.idToken.exposed)
        return .firebase([
            "access_token": idToken, "expires_in": .string(String(Int(FirebaseUserSession.tokenLifetime))),
            "token_type": "Bearer", "refresh_token": .string(tokens.refreshToken.exposed), "id_token": idToken,
            "user_id": .string(tokens.person.view.account.id.description),
            "project_id": .string(
                door.isEmulator ? FirebaseAuthenticator.emulatedProjectNumber : app.firebase?.projectID ?? ""),
        ])
    }

    private static func tokenBody(_ request: HTTPRequest) throws(AccountError) -> FirebaseBody {
        guard request.header("Content-Type")?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true else {
            return try request.firebaseBody(tokenSchema)
        }
        guard let form = try? QueryParameters(formEncoded: request.body), !form.hasRepeatedName else {
            throw .invalidArgument("the body must be a valid form without duplicate fields")
        }
        return FirebaseBody(
            try tokenSchema.normalized(JSONObject(form.all.map { .init(name: $0.name, value: .string($0.value)) })))
    }
}
