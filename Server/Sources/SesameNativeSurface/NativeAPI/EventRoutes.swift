import NIOHTTP1
import SesameAccounts
import SesameHTTP
import SesameSurface
import SesameWire

/// The routes of the caller's security events.
struct EventRoutes: Sendable {
    let events: EventService
    let door: NativeAuthenticator

    var routes: [Route] {
        [door.route(.GET, APIRoute.events, takes: .credential, events)]
    }

    /// Returns a page of the caller's own security events, 20 by default and at most 100.
    private func events(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let query = try ListQuery(request, allowing: ["cursor", "limit"])
        let page = try await events.events(
            of: caller, before: try query.integer("cursor", in: 0...Int64.max),
            limit: try query.limit(greatest: 100, usual: 20))
        return .json(
            ActivityResponse(
                events: page.events.map { ActivityBody($0, seenBy: caller) }, next: page.next.map { "\($0)" }))
    }
}

extension ActivityBody {
    init(_ numbered: SequencedEvent, seenBy caller: Caller) {
        let event = numbered.event
        self.init(
            id: numbered.id, kind: event.kind.rawValue, time: event.at.secondsSince1970,
            sessionID: event.session?.description, isCurrent: event.session == caller.session.id,
            isByOperator: event.actor != nil, detail: event.detail,
            network: event.actor == nil ? event.network : nil)
    }
}
