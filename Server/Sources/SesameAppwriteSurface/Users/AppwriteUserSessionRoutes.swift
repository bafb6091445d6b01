import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The Appwrite routes on which a back end manages its users' sessions.
struct AppwriteUserSessionRoutes: Sendable {
    let sessions: SessionService
    let door: AppwriteAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, "/v1/users/{user}/sessions") { call throws(AccountError) in
                _ = try call.server(.readSessions)
                let sessions = try await self.sessions.sessions(of: call.uid, in: call.app.id)
                return .appwrite("sessions", sessions.map { AppwriteSessionModel(session: $0, isCurrent: false).json })
            },
            door.route(.DELETE, "/v1/users/{user}/sessions") { call throws(AccountError) in
                _ = try call.server(.writeSessions)
                try await sessions.revokeSessions(of: call.uid, in: call.app.id, context: call.context)
                return .appwriteEmpty
            },
            door.route(.DELETE, "/v1/users/{user}/sessions/{session}", missing: .sessionNotFound) {
                call throws(AccountError) in
                _ = try call.server(.writeSessions)
                try await sessions.revokeSessions(
                    SessionID(call["session"]), of: call.uid, in: call.app.id, context: call.context)
                return .appwriteEmpty
            },
        ]
    }
}
