import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The person's sessions.
struct AccountSessionRoutes: Sendable {
    let sessions: SessionService
    let door: AccountDoor

    var routes: [Route] {
        [
            door.form("/account/sign-out", signOut),
            door.form("/account/sessions/end", endSession),
            door.form("/account/sessions/end-others", endOthers),
        ]
    }

    /// `POST /account/sign-out`.
    private func signOut(_ visit: AccountVisit) async throws(Refusal) -> HTTPResponse {
        try await sessions.endSession(
            visit.caller.session.id, of: visit.caller, context: visit.context)
        return door.signedOut(door.home(visit.request))
    }

    /// `POST /account/sessions/end`. A session that has ended already is no mistake: the page is shown as it is now.
    private func endSession(_ visit: AccountVisit) async throws(Refusal) -> HTTPResponse {
        let id = SessionID(visit.form["session"] ?? "")
        do throws(Refusal) {
            try await sessions.endSession(id, of: visit.caller, context: visit.context)
        } catch {
            guard error.code == .notFound else { throw error }
        }
        return door.back(visit.request)
    }

    /// `POST /account/sessions/end-others`.
    private func endOthers(_ visit: AccountVisit) async throws(Refusal) -> HTTPResponse {
        try await sessions.endOtherSessions(of: visit.caller, context: visit.context)
        return door.back(visit.request)
    }
}
