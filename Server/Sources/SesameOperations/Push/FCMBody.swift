import Foundation
import SesameAccounts
import SesameCore
import SesameWire

extension OutgoingPush {
    /// The request body for FCM's `messages:send`.
    ///
    /// A message may be sent twice if FCM's response was lost. A device then shows the notification only once: Apple's
    /// devices because of the collapse id, Android devices because of the tag. Values that the message already contains
    /// take precedence.
    var fcmBody: JSONObject {
        var json = message.json
        json["ttl"] = nil
        switch receiver {
        case .address(let address):
            json[address.kind == .fcmFID ? "fid" : "token"] = .string(address.value.exposed)
        case .topic(let name): json["topic"] = .string(name)
        }
        var apns = message.apns ?? [:]
        var android = message.android ?? [:]
        var headers = apns["headers"]?.object ?? [:]
        if message.notification != nil {
            headers.setUnlessThere("apns-collapse-id", .string(id))
            var shown = android["notification"]?.object ?? [:]
            shown.setUnlessThere("tag", .string(id))
            android["notification"] = .object(shown)
        }
        if message.lifetime != nil {
            let left = max(0, Int(expiresAt.timeIntervalSince(now)))
            headers.setUnlessThere("apns-expiration", .string(left == 0 ? "0" : String(expiresAt.secondsSince1970)))
            android.setUnlessThere("ttl", .string("\(left)s"))
        }
        if !headers.isEmpty { apns["headers"] = .object(headers) }
        json["apns"] = apns.isEmpty ? nil : .object(apns)
        json["android"] = android.isEmpty ? nil : .object(android)
        return ["message": .object(json)]
    }
}

extension JSONObject {
    fileprivate mutating func setUnlessThere(_ name: String, _ value: JSONValue) {
        if self[name] == nil { self[name] = value }
    }
}
