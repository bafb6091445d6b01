import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The routes of the user's sessions.
struct AccountSessionRoutes: Sendable {
    let sessions: SessionService
    let door: AccountPageAuthenticator

    var routes: [Route] {
        [
            door.form("/account/sign-out", signOut),
            door.form("/account/sessions/end", endSession),
            door.form("/account/sessions/end-others", endOthers),
        ]
    }

    /// `POST /account/sign-out`: ends the current session.
    private func signOut(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        try await sessions.endSession(
            visit.caller.session.id, of: visit.caller, context: visit.context)
        return door.signedOut(door.home(visit.request))
    }

    /// `POST /account/sessions/end`: ends a session. If the session has already ended, the page shows the current state
    /// without an error.
    private func endSession(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        let id = SessionID(visit.form["session"] ?? "")
        do throws(AccountError) {
            try await sessions.endSession(id, of: visit.caller, context: visit.context)
        } catch {
            guard error.code == .notFound else { throw error }
        }
        return door.back(visit.request)
    }

    /// `POST /account/sessions/end-others`: ends all other sessions.
    private func endOthers(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        try await sessions.endOtherSessions(of: visit.caller, context: visit.context)
        return door.back(visit.request)
    }
}
