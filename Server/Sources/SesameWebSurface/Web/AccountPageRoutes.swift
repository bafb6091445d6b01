import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

struct AccountPageRoutes: Sendable {
    let sessions: SessionService
    let push: PushService
    let events: EventService
    let linking: LinkingService
    let door: AccountPageAuthenticator

    var routes: [Route] {
        [
            door.page("/account", account)
        ]
    }

    /// `GET /account`: reads the account with its sessions, devices, latest events and undoable merge, and returns the
    /// account page.
    private func account(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        let view = try await sessions.account(of: visit.caller)
        let sessions = try await self.sessions.sessions(of: visit.caller)
        let devices = try await push.devices(of: visit.caller)
        let events = try await self.events.events(of: visit.caller, limit: WebPages.activityLength).events.map(\.event)
        let undoEnd = try await linking.undoEnd(of: visit.caller)
        return door.pages.account(
            view, visit.caller, sessions: sessions, devices: devices, events: events, undoEnd: undoEnd,
            cookie: visit.cookie,
            request: visit.request)
    }
}
