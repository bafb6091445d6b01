import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// The Appwrite routes of the caller's sessions.
struct AppwriteSessionRoutes: Sendable {
    let sessions: SessionService
    let secondFactors: SecondFactorService
    let factors: AppwriteFactors
    let door: AppwriteAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, "/v1/account/sessions", listSessions),
            door.route(.DELETE, "/v1/account/sessions", endAllSessions),
            door.route(.GET, "/v1/account/sessions/{session}", missing: .sessionNotFound) { call throws(AccountError) in
                let caller = try await door.caller(call)
                let session = try await sessions.session(id(call, caller.session), of: caller)
                return .appwrite(
                    AppwriteSessionModel(session: session, isCurrent: session.id == caller.session.id).json)
            },
            door.route(.PATCH, "/v1/account/sessions/{session}", missing: .sessionNotFound) {
                call throws(AccountError) in
                let caller = try await door.caller(call)
                let session = try await sessions.extendSession(id(call, caller.session), of: caller)
                return .appwrite(
                    AppwriteSessionModel(session: session, isCurrent: session.id == caller.session.id).json)
            },
            door.route(.DELETE, "/v1/account/sessions/{session}", missing: .sessionNotFound, endSession),
        ]
    }

    private func listSessions(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        let sessions = try await self.sessions.sessions(of: caller)
        return .appwrite(
            "sessions",
            // Appwrite lists the oldest session first.
            sessions.reversed().map { AppwriteSessionModel(session: $0, isCurrent: $0.id == caller.session.id).json })
    }

    private func endAllSessions(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        try await sessions.endAllSessions(of: caller, context: call.context)
        var response = HTTPResponse.appwriteEmpty
        call.cookies.remove(in: &response)
        return response
    }

    private func endSession(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        var response = HTTPResponse.appwriteEmpty
        do throws(AccountError) {
            let caller = try await door.caller(call)
            let id = id(call, caller.session)
            try await sessions.endSession(id, of: caller, context: call.context)
            if id == caller.session.id { call.cookies.remove(in: &response) }
        } catch {
            guard error.code == .secondFactorRequired else { throw error }
            // A user with a pending second factor may end that session, and no other.
            let pending = try await factors.pendingSignIn(call, or: error)
            guard id(call, pending.session) == pending.session.id else { throw error }
            try await secondFactors.cancelSignIn(pending, context: call.context)
            call.cookies.remove(in: &response)
        }
        return response
    }

    private func id(_ call: AppwriteRequest, _ current: Session) -> SessionID {
        call["session"].hasSameBytes(as: "current") ? current.id : SessionID(call["session"])
    }
}
