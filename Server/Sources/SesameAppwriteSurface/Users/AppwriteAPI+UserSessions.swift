import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// Sessions of the app's people, for its back end.
extension AppwriteAPI {
    var userSessionRoutes: [Route] {
        [
            route(.GET, "/v1/users/{user}/sessions") { call in
                _ = try call.server(.readSessions)
                let sessions = try await accounts.sessions.sessions(of: uid(call), in: call.app.id)
                return .appwrite("sessions", sessions.map { AppwriteSession(session: $0, isCurrent: false).json })
            },
            route(.DELETE, "/v1/users/{user}/sessions") { call in
                _ = try call.server(.writeSessions)
                try await accounts.sessions.revokeSessions(of: uid(call), in: call.app.id, context: call.context)
                return .appwriteEmpty
            },
            route(.DELETE, "/v1/users/{user}/sessions/{session}", missing: .sessionNotFound) { call in
                _ = try call.server(.writeSessions)
                try await accounts.sessions.revokeSessions(
                    SessionID(call["session"]), of: uid(call), in: call.app.id, context: call.context)
                return .appwriteEmpty
            },
        ]
    }
}
