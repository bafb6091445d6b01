package import SesameCore
import SesameWire

/// The content of a push: a visible notification, data for the app, and settings for Apple's and Android devices; at
/// least one of them.
package struct PushMessage: Sendable, Equatable {
    /// The visible part: `title`, `body` and `image`, at least one of them; nil if the message has no `notification`.
    package let notification: JSONObject?
    /// The data for the app: strings with names that the push service does not reserve.
    package let data: JSONObject
    /// The time to live of the message, in seconds; nil for ``maxLifetime``.
    package let lifetime: Int?
    /// The settings for Apple's devices, as in FCM's `apns`; passed to FCM without validation.
    package let apns: JSONObject?
    /// The settings for Android devices, as in FCM's `android`; passed to FCM without validation.
    package let android: JSONObject?

    /// The maximum and default of ``lifetime`` in seconds: four weeks, as in FCM.
    package static let maxLifetime = 2_419_200
    /// The maximum size of notification and data together in bytes, as in FCM.
    static let maxBytes = 4_096
    /// The maximum size of notification and data together in a message to a topic, in bytes.
    static let maxTopicMessageBytes = 2_048

    /// The names of the members that a message may have in JSON.
    package static let members = ["notification", "data", "ttl", "apns", "android"]

    /// Reads a message in the form of ``json``; other members are ignored. Throws if the message is empty or a member
    /// is invalid.
    package init(json: JSONObject) throws(AccountError) {
        notification = try json.pushObject("notification").map { given throws(AccountError) in
            try Self.notification(given)
        }
        data = try Self.data(try json.pushObject("data") ?? [:])
        apns = try json.pushObject("apns")
        android = try json.pushObject("android")
        switch json["ttl"] {
        case nil, .null?: lifetime = nil
        case let value?:
            guard let seconds = value.integer.flatMap({ Int(exactly: $0) }), (0...Self.maxLifetime).contains(seconds)
            else { throw .push("ttl", "'ttl' must be a whole number of seconds from 0 to \(Self.maxLifetime)") }
            lifetime = seconds
        }
        guard notification != nil || !data.isEmpty || apns != nil || android != nil else {
            throw .push("notification", "a push must have 'notification', 'data', 'apns' or 'android'")
        }
    }

    /// The message in its canonical form; absent members are left out.
    package var json: JSONObject {
        var json = JSONObject()
        json["notification"] = notification.map(JSONValue.object)
        if !data.isEmpty { json["data"] = .object(data) }
        json["ttl"] = lifetime.map(JSONValue.integer)
        json["apns"] = apns.map(JSONValue.object)
        json["android"] = android.map(JSONValue.object)
        return json
    }

    /// The size of notification and data together in bytes, which the push service limits.
    var length: Int {
        (notification.map { $0.serialized().count } ?? 0) + (data.isEmpty ? 0 : data.serialized().count)
    }

    private static func notification(_ given: JSONObject) throws(AccountError) -> JSONObject {
        let names = ["title", "body", "image"]
        var notification = JSONObject()
        for member in given.members {
            guard names.contains(where: member.name.hasSameBytes) else {
                throw .push(
                    "notification", "unknown field of 'notification'; known fields: \(names.joined(separator: ", "))")
            }
            guard let text = member.value.string, !text.isEmpty else {
                throw .push("notification.\(member.name)", "must be a non-empty string")
            }
            notification[member.name] = .string(text)
        }
        if let image = notification["image"]?.string, !image.hasPrefix("https://") {
            throw .push("notification.image", "must be an https URL")
        }
        guard !notification.isEmpty else { throw .push("notification", "'notification' must not be empty") }
        return notification
    }

    private static func data(_ given: JSONObject) throws(AccountError) -> JSONObject {
        for member in given.members {
            guard member.value.string != nil else { throw .push("data", "all values of 'data' must be strings") }
            let isReserved =
                member.name.isEmpty
                || ["from", "message_type", "collapse_key"].contains(where: member.name.hasSameBytes)
                || ["google", "gcm"].contains(where: member.name.hasPrefix)
            guard !isReserved else {
                throw .push(
                    "data",
                    "FCM reserves these names: from, message_type, collapse_key, and all that are empty or begin with "
                        + "google or gcm"
                )
            }
        }
        return given
    }
}

extension JSONObject {
    fileprivate func pushObject(_ name: String) throws(AccountError) -> JSONObject? {
        switch self[name] {
        case nil, .null?: return nil
        case .object(let object)?: return object
        default: throw .push(name, "'\(name)' must be an object")
        }
    }
}

extension AccountError {
    static func push(_ field: String, _ reason: String) -> AccountError {
        AccountError(.invalidRequest, reason, field: field)
    }
}
