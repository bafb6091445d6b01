package import SesameCore
import SesameWire

/// The recipients of a push: an account's devices, one device, or the subscribers of a topic.
package enum PushTarget: Sendable, Equatable {
    /// All devices of an account that are registered for FCM.
    case account(AccountID)
    /// One FCM token or installation id.
    case address(DevicePushToken)
    /// The subscribers of a topic. Any copy of the app can subscribe, so do not send private content to a topic.
    case topic(String)

    /// Reads a target: an object with exactly one of `uid`, `token`, `fid` and `topic`. Throws for any other object.
    package init(json: JSONObject) throws(AccountError) {
        guard json.count == 1, let member = json.members.first, let text = member.value.string, !text.isEmpty else {
            throw .push("to", "'to' must have exactly one of uid, token, fid and topic, with a non-empty string")
        }
        switch member.name {
        case "uid": self = .account(AccountID(text))
        case "token": self = .address(try Self.address(.fcmToken, text))
        case "fid": self = .address(try Self.address(.fcmFID, text))
        case "topic":
            guard Self.isTopic(text) else {
                throw .push("to", "a topic name must be 1 to 900 letters, digits, -, _, ., ~ and %")
            }
            self = .topic(text)
        default: throw .push("to", "'to' must have exactly one of uid, token, fid and topic")
        }
    }

    /// The target as JSON, in the form that ``init(json:)`` reads.
    package var json: JSONObject {
        switch self {
        case .account(let id): ["uid": .string(id.description)]
        case .address(let address):
            [address.kind == .fcmFID ? "fid" : "token": .string(address.value.exposed)]
        case .topic(let name): ["topic": .string(name)]
        }
    }

    private static func address(_ kind: DeviceKind, _ text: String) throws(AccountError) -> DevicePushToken {
        guard let address = DevicePushToken(kind, Secret(text)) else {
            throw .push("to", "invalid FCM \(kind == .fcmFID ? "installation id" : "token")")
        }
        return address
    }

    /// Returns true if FCM accepts the name as a topic.
    private static func isTopic(_ name: String) -> Bool {
        (1...900).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                    UInt8(ascii: "~"), UInt8(ascii: "%"):
                    true
                default: false
                }
            }
    }
}
