import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

struct AdminSessionRoutes: Sendable {
    /// `GET`: returns an account's sessions; `DELETE`: ends all of them.
    static let sessions = "/admin/v1/apps/{app}/users/{uid}/sessions"
    /// `DELETE`: ends one session.
    static let session = "/admin/v1/apps/{app}/users/{uid}/sessions/{id}"

    let sessions: SessionService
    let door: AdminAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, Self.sessions, for: .sessionsRead, listSessions),
            door.route(.DELETE, Self.sessions, for: .sessionsWrite, policy: .optionalJSON, end),
            door.route(.DELETE, Self.session, for: .sessionsWrite, policy: .optionalJSON, end),
        ]
    }

    private func listSessions(_ call: AdminCall, _ app: App) async throws(AccountError) -> HTTPResponse {
        let sessions = try await self.sessions.sessions(of: call.path.uid, in: app.id)
        return .json(JSONValue.object(["sessions": .array(sessions.map(\.adminBody))]).serialized())
    }

    /// Ends the session with the id in the path; all sessions of the account if the path has no session id.
    private func end(_ call: AdminCall, _ app: App) async throws(AccountError) -> HTTPResponse {
        try call.request.requireObjectOrNothing()
        try await sessions.revokeSessions(
            call.path["id"].map { SessionID($0) }, of: call.path.uid, in: app.id, context: call.context)
        return .noContent
    }
}

extension Session {
    /// The session as JSON for the admin API.
    fileprivate var adminBody: JSONValue {
        [
            "id": .string(id.description), "method": .string(method.rawValue),
            "creationTime": .integer(createdAt.secondsSince1970),
            "lastRefreshTime": .integer(refreshedAt.secondsSince1970),
            "expirationTime": .integer(endsAt.secondsSince1970),
        ]
    }
}
