import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

struct AdminEventRoutes: Sendable {
    /// `GET`: returns the security events, in pages and with filters.
    static let events = "/admin/v1/events"

    let events: EventService
    let door: AdminAuthenticator

    var routes: [Route] {
        [door.route(.GET, Self.events, for: .eventsRead, listEvents)]
    }

    private func listEvents(_ call: AdminCall) async throws(AccountError) -> HTTPResponse {
        let query = try eventQuery(call)
        // Read before the list: an event that arrives between the two reads is then in the list and not also in
        // "after".
        let last = try await events.events(matching: EventQuery(limit: 1)).events.first?.number ?? 0
        let page = try await events.events(matching: query)
        let isForward = if case .after = query.position { true } else { false }
        var json: JSONObject = ["events": .array(page.events.map { .object(EventBody($0).json) })]
        if isForward {
            json["after"] = .string("\(page.next ?? last)")
        } else {
            json["next"] = page.next.map { .string("\($0)") }
            json["after"] = .string("\(max(last, page.events.first?.number ?? 0))")
        }
        return .json(JSONValue.object(json).serialized())
    }

    private func eventQuery(_ call: AdminCall) throws(AccountError) -> EventQuery {
        let names = ["app", "uid", "kind", "since", "until", "cursor", "after", "limit"]
        let query = try ListQuery(call.request, allowing: names)
        let app = try query.text("app").map { name throws(AccountError) in try call.caller.app(name, of: door.apps).id }
        if app == nil { try call.caller.requireAllApps() }
        let account = try query.account("uid")
        guard account == nil || app != nil else {
            throw AccountError(.invalidRequest, "'uid' requires 'app': name the account's app", field: "app")
        }
        let cursor = try query.integer("cursor", in: 0...Int64.max)
        let after = try query.integer("after", in: 0...Int64.max)
        guard cursor == nil || after == nil else {
            throw AccountError(
                .invalidRequest,
                "'cursor' and 'after' are not allowed together: 'cursor' goes back in time, 'after' goes forward",
                field: "after")
        }
        let position = after.map(EventQuery.Position.after) ?? cursor.map(EventQuery.Position.before) ?? .newest
        return EventQuery(
            app: app, account: account, kinds: try kinds(query), since: try query.date("since"),
            until: try query.date("until"), position: position, limit: try query.limit())
    }

    private static let maxKinds = 64

    private func kinds(_ query: ListQuery) throws(AccountError) -> Set<SecurityEvent.Kind> {
        var kinds: Set<SecurityEvent.Kind> = []
        let text = try query.text("kind", greatest: 4_096)
        let names = text?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        guard names.count <= Self.maxKinds else {
            throw AccountError(.invalidRequest, "at most \(Self.maxKinds) kinds are allowed", field: "kind")
        }
        for name in names {
            guard let kind = SecurityEvent.Kind(rawValue: String(name)) else {
                throw AccountError(
                    .invalidRequest, "the event kind is unknown; 'sesame events --help' lists the known ones",
                    field: "kind")
            }
            kinds.insert(kind)
        }
        return kinds
    }
}
