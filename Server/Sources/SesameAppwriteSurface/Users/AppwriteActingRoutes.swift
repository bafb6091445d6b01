import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// The Appwrite routes on which a back end acts as a user. They require the scope `users:act-as`.
struct AppwriteActingRoutes: Sendable {
    let operators: OperatorService
    let grants: GrantService
    let sessions: SessionService
    let door: AppwriteAuthenticator

    var routes: [Route] {
        [
            door.route(.POST, "/v1/users/{user}/sessions") { call throws(AccountError) in
                _ = try call.server(.actAsUsers)
                return door.began(
                    try await operators.beginSession(of: call.uid, in: call.app, context: call.context), call)
            },
            door.route(.POST, "/v1/users/{user}/tokens", createToken),
            door.route(.POST, "/v1/users/{user}/jwts", createJWT),
        ]
    }

    /// The maximum lifetime of a sign-in token: one day, in seconds. It is shorter than in Appwrite, because the token
    /// gives access to an account.
    private static let maxTokenLifetime = 86_400

    private func createToken(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        _ = try call.server(.actAsUsers)
        let body = try AppwriteBody(call, "length", "expire")
        let length = try body.integer("length", in: 4...128, usual: 6)
        let lifetime = min(Self.maxTokenLifetime, try body.integer("expire", in: 60...31_536_000, usual: 900))
        let granted = try await grants.createSignInToken(
            to: call.uid, in: call.app, length: length, lifetime: TimeInterval(lifetime), context: call.context)
        let token = AppwriteToken(
            id: door.environment.randomID(), user: granted.account.description, createdAt: granted.createdAt,
            expiresAt: granted.expiresAt, secret: granted.secret)
        return .appwrite(token.json, status: .created)
    }

    /// Creates a JWT for the session that the request specifies, or for the user's newest session. A user without a
    /// session gets a new one, because a token without a session could not be revoked.
    private func createJWT(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        _ = try call.server(.actAsUsers)
        let body = try AppwriteBody(call, "sessionId", "duration")
        let lifetime = try body.integer("duration", in: 0...3_600, usual: 900)
        let token = try sessions.accessToken(for: try await session(of: body, call), lifetime: TimeInterval(lifetime))
        return .appwrite(["jwt": .string(token.exposed)], status: .created)
    }

    private func session(of body: AppwriteBody, _ call: AppwriteRequest) async throws(AccountError) -> Session {
        let sessions = try await self.sessions.sessions(of: call.uid, in: call.app.id)
        if let named = try body.optionalText("sessionId"), !["recent", "recent()"].contains(where: named.hasSameBytes) {
            guard let session = sessions.first(where: { $0.id == SessionID(named) }) else {
                throw .appwrite(.sessionNotFound)
            }
            return session
        }
        if let newest = sessions.first { return newest }
        return try await operators.beginSession(of: call.uid, in: call.app, context: call.context).session
    }
}
