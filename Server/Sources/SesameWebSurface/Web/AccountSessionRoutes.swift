import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The routes that end the current session, another one of the user's sessions, or all others.
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

    /// `POST /account/sign-out`: ends the current session, removes its cookie, and redirects to the start page.
    private func signOut(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        try await sessions.endSession(
            visit.caller.session.id, of: visit.caller, context: visit.context)
        return door.signedOut(door.home(visit.request))
    }

    /// `POST /account/sessions/end`: ends one of the user's sessions, and redirects to the account page, even if the
    /// session no longer exists.
    private func endSession(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        let id = SessionID(visit.form["session"] ?? "")
        do throws(AccountError) {
            try await sessions.endSession(id, of: visit.caller, context: visit.context)
        } catch {
            guard error.code == .notFound else { throw error }
        }
        return door.back(visit.request)
    }

    /// `POST /account/sessions/end-others`: ends all of the user's sessions except the current one.
    private func endOthers(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        try await sessions.endOtherSessions(of: visit.caller, context: visit.context)
        return door.back(visit.request)
    }
}
