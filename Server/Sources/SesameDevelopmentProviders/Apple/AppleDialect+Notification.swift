import SesameCore
import SesameWire

/// The format of Apple's notifications, see
/// https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
extension AppleDialect {
    var notificationPath: String { "/notifications/apple" }
    var notificationType: String { "application/json" }

    /// Returns the claims of a notification. As at Apple, the event's time is in milliseconds and all other times are
    /// in seconds, and `is_private_email` is a string.
    func notificationClaims(_ draft: NotificationInputs) -> JSONObject {
        var event: JSONObject = [
            "type": .string(draft.order.event), "sub": .string(draft.person.subject),
            "event_time": .integer(draft.occurredAt),
        ]
        if draft.order.event.hasPrefix("email-") {
            event["email"] = .string(draft.person.email)
            event["is_private_email"] = .string(draft.person.hidesEmail ? "true" : "false")
        }
        let events: JSONValue =
            switch draft.order.form {
            case .string: .string(String(decoding: event.serialized(), as: UTF8.self))
            case .object: .object(event)
            }
        return [
            "iss": .string(issuer), "aud": .string(draft.client.id), "exp": .integer(draft.issuedAt + lifetime),
            "iat": .integer(draft.issuedAt), "jti": .string(draft.id), "events": events,
        ]
    }

    func notificationBody(_ token: String) -> [UInt8] {
        JSONValue.object(["payload": .string(token)]).serialized()
    }
}
