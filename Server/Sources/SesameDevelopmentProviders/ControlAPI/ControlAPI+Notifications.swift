import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameWire

extension ControlAPI {
    var notificationRoutes: [ControlRoute] {
        [
            ControlRoute(
                .POST, "\(Self.root)/notify",
                """
                Signs a notification about a user, and sends it to the server. provider; event: at apple \
                consent-revoked, account-delete, email-disabled, email-enabled, at google sessions-revoked, \
                tokens-revoked, account-disabled (reason hijacking|bulk-account), account-enabled, \
                account-credential-change-required, account-purged, verification (state), or anything else. app or \
                clientID, and the user, as for a token; secondsAgo: the event's age; events string|object: the form of \
                apple's events claim; fault wrongIssuer|old|replayed; claims, header, key and signature as for a \
                token; deliver: false sends nothing and only returns it.
                """,
                example: .object([
                    "provider": "apple", "app": .string(providers.apps.first?.name ?? "app"), "user": 1,
                    "event": "consent-revoked",
                ])
            ) { request throws(ProviderError) in
                try await notify(try ControlBody(request, allowing: NotificationRequest.members))
            }
        ]
    }

    private func notify(_ body: ControlBody) async throws(ProviderError) -> JSONValue {
        let kinds = ProviderKind.allCases.map(\.rawValue).joined(separator: " or ")
        guard let kind: ProviderKind = try body.choice("provider") else {
            throw ProviderError(.invalidRequest, "provider is required: \(kinds)")
        }
        let provider = providers[kind]
        let order = try NotificationRequest(body)
        let isDelivered = try body.bool("deliver") ?? true
        let notification = try await provider.notification(order)
        var json: JSONObject = [
            "token": .string(notification.token), "claims": .object(notification.claims),
            "sub": .string(notification.subject),
        ]
        guard isDelivered else { return .object(json) }
        guard let serverURL = providers.serverURL else {
            throw ProviderError(.invalidRequest, "there is no server to send it to; use deliver: false")
        }
        let answers = try await NotificationDelivery(serverURL: serverURL).deliver(
            notification.token, as: provider.dialect, times: order.fault == .replayed ? 2 : 1)
        json["answers"] = .array(answers.map(\.json))
        return .object(json)
    }
}

extension NotificationRequest {
    static let members = [
        "provider", "event", "app", "clientID", "user", "sub", "email", "reason", "state", "secondsAgo", "events",
        "fault", "claims", "header", "key", "signature", "deliver",
    ]
    /// The allowed ages of an event, in seconds: about 127 years in either direction.
    private static let ages = -4_000_000_000...4_000_000_000

    init(_ body: ControlBody) throws(ProviderError) {
        try body.requireAtMostOne(of: ["app", "clientID"])
        try body.requireAtMostOne(of: ["user", "sub"])
        try body.requireAtMostOne(of: ["user", "email"])
        guard let event = try body.string("event"), !event.isEmpty else {
            throw ProviderError(.invalidRequest, "event is required, such as consent-revoked at apple")
        }
        self.init(
            client: try MintRequest.client(body), person: try MintRequest.person(body), event: event,
            reason: try body.string("reason"), state: try body.string("state"),
            secondsAgo: try body.integer("secondsAgo", in: Self.ages) ?? 0,
            form: try body.choice("events") ?? .string, fault: try body.choice("fault"),
            claims: try body.object("claims") ?? [:], header: try body.object("header") ?? [:],
            key: try body.choice("key") ?? .current, signature: try body.choice("signature") ?? .valid)
    }
}

extension NotificationDelivery.Answer {
    fileprivate var json: JSONValue {
        ["status": .integer(status), "body": (try? JSONValue(parsing: body)) ?? .null]
    }
}
