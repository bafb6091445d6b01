import SesameCore

/// The format of Google's notifications (Cross-Account Protection).
/// https://developers.google.com/identity/protocols/risc
extension GoogleDialect {
    var notificationPath: String { "/notifications/google" }
    var notificationType: String { "application/secevent+jwt" }

    private static let risc = "https://schemas.openid.net/secevent/risc/event-type/"
    private static let oauth = "https://schemas.openid.net/secevent/oauth/event-type/"

    /// Returns the claims of a notification. Unlike in ID tokens, there is no `exp`, and Google's issuer ends with a
    /// slash.
    func notificationClaims(_ draft: NotificationInputs) -> JSONObject {
        let issuer = issuer == GoogleDialect().issuer ? issuer + "/" : issuer
        let name = draft.order.event
        var event: JSONObject = [:]
        if name.hasSuffix("verification") {
            event["state"] = draft.order.state.map(JSONValue.string)
        } else {
            event["subject"] = [
                "subject_type": "iss-sub", "iss": .string(issuer), "sub": .string(draft.person.subject),
            ]
        }
        event["reason"] = draft.order.reason.map(JSONValue.string)
        return [
            "iss": .string(issuer), "aud": .string(draft.client.id),
            "iat": .integer(min(draft.issuedAt, draft.occurredAt / 1_000)), "jti": .string(draft.id),
            "events": .object(JSONObject([.init(name: Self.address(of: name), value: .object(event))])),
        ]
    }

    func notificationBody(_ token: String) -> [UInt8] { Array(token.utf8) }

    private static func address(of event: String) -> String {
        if event.hasPrefix("https://") { return event }
        return (event.hasPrefix("token") ? oauth : risc) + event
    }
}
