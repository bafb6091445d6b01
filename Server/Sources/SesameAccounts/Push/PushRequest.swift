package import SesameCore
import SesameWire

/// A request of an app's back end to send a push.
package struct PushRequest: Sendable {
    package let app: App
    package let target: PushTarget
    package let message: PushMessage
    /// The value of the `Idempotency-Key` header; nil if the request has none.
    package let idempotencyKey: String?

    /// The maximum length of ``idempotencyKey`` in bytes.
    package static let maxIdempotencyKeyBytes = 255

    /// Reads a request. Throws for unknown or invalid members, and for a message that is too large.
    package init(json: JSONObject, app: App, key: String?) throws(AccountError) {
        let members = ["to"] + PushMessage.members
        for member in json.members where !members.contains(where: member.name.hasSameBytes) {
            throw .push(member.name, "unknown field; known fields: \(members.joined(separator: ", "))")
        }
        guard let to = json["to"]?.object else { throw .push("to", "'to' must be an object") }
        if let key, !(1...Self.maxIdempotencyKeyBytes).contains(key.utf8.count) {
            throw .push("Idempotency-Key", "the idempotency key must be 1 to \(Self.maxIdempotencyKeyBytes) bytes")
        }
        self.app = app
        self.idempotencyKey = key
        target = try PushTarget(json: to)
        message = try PushMessage(json: json)
        let greatest =
            if case .topic = target { PushMessage.maxTopicMessageBytes } else { PushMessage.maxBytes }
        guard message.length <= greatest else {
            throw .push("data", "'notification' and 'data' must be at most \(greatest) bytes together")
        }
    }
}
