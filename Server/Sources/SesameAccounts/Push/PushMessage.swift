package import SesameCore
import SesameWire

/// The content of a push: something to show, data for the app, or both.
package struct PushMessage: Sendable, Equatable {
    /// The shown part: `title`, `body` and `image`, at least one of them; nil for nothing.
    package let notification: JSONObject?
    /// The data for the app: strings under names that the push service does not reserve.
    package let data: JSONObject
    /// For how long the message is worth anything, in seconds; nil for as long as the push service keeps any.
    package let life: Int?
    /// The part for Apple's devices, in the words of FCM's `apns`; passed on unread.
    package let apns: JSONObject?
    /// The part for Android devices, in the words of FCM's `android`; passed on unread.
    package let android: JSONObject?

    /// The longest ``life``, and that of messages without one: four weeks, as FCM has it.
    package static let greatestLife = 2_419_200
    /// The most bytes of notification and data together, as FCM has it.
    static let greatestLength = 4_096
    /// The same for a topic.
    static let greatestTopicLength = 2_048

    /// The members of a message.
    package static let members = ["notification", "data", "ttl", "apns", "android"]

    /// Reads a message, as ``json`` has it; other members are not looked at.
    package init(json: JSONObject) throws(Refusal) {
        notification = try json.pushObject("notification").map { given throws(Refusal) in try Self.notification(given) }
        data = try Self.data(try json.pushObject("data") ?? [:])
        apns = try json.pushObject("apns")
        android = try json.pushObject("android")
        switch json["ttl"] {
        case nil, .null?: life = nil
        case let value?:
            guard let seconds = value.integer.flatMap({ Int(exactly: $0) }), (0...Self.greatestLife).contains(seconds)
            else { throw .push("ttl", "'ttl' is a whole number of seconds up to \(Self.greatestLife)") }
            life = seconds
        }
        guard notification != nil || !data.isEmpty || apns != nil || android != nil else {
            throw .push("notification", "a push has a notification, or data, or both")
        }
    }

    /// The message in its one spelling; what is absent is left out.
    package var json: JSONObject {
        var json = JSONObject()
        json["notification"] = notification.map(JSONValue.object)
        if !data.isEmpty { json["data"] = .object(data) }
        json["ttl"] = life.map(JSONValue.integer)
        json["apns"] = apns.map(JSONValue.object)
        json["android"] = android.map(JSONValue.object)
        return json
    }

    /// The bytes of it that count at the push service.
    var length: Int {
        (notification.map { $0.serialized().count } ?? 0) + (data.isEmpty ? 0 : data.serialized().count)
    }

    private static func notification(_ given: JSONObject) throws(Refusal) -> JSONObject {
        let names = ["title", "body", "image"]
        var notification = JSONObject()
        for member in given.members {
            guard names.contains(where: member.name.hasSameBytes) else {
                throw .push("notification", "a notification has \(names.joined(separator: ", ")), and nothing else")
            }
            guard let text = member.value.string, !text.isEmpty else {
                throw .push("notification.\(member.name)", "a text is expected")
            }
            notification[member.name] = .string(text)
        }
        if let image = notification["image"]?.string, !image.hasPrefix("https://") {
            throw .push("notification.image", "an https address is expected")
        }
        guard !notification.isEmpty else { throw .push("notification", "a notification says something") }
        return notification
    }

    private static func data(_ given: JSONObject) throws(Refusal) -> JSONObject {
        for member in given.members {
            guard member.value.string != nil else { throw .push("data", "all values of 'data' are strings") }
            let isReserved =
                member.name.isEmpty
                || ["from", "message_type", "collapse_key"].contains(where: member.name.hasSameBytes)
                || ["google", "gcm"].contains(where: member.name.hasPrefix)
            guard !isReserved else {
                throw .push(
                    "data", "FCM keeps names for itself: from, message_type, collapse_key, and all with google or gcm")
            }
        }
        return given
    }
}

extension JSONObject {
    fileprivate func pushObject(_ name: String) throws(Refusal) -> JSONObject? {
        switch self[name] {
        case nil, .null?: return nil
        case .object(let object)?: return object
        default: throw .push(name, "'\(name)' is an object")
        }
    }
}

extension Refusal {
    static func push(_ field: String, _ reason: String) -> Refusal {
        Refusal(.invalidRequest, reason, field: field)
    }
}
