package import Foundation
package import SesameCore

/// A message that the development FCM has taken.
package struct FCMMessage: Sendable {
    /// The time, by the shifted clock.
    package let time: Date
    package let project: String
    /// The message's name, as `messages:send` answered.
    package let name: String
    /// The message as it was sent, with its receiver.
    package let message: JSONObject
    /// The receivers that have it: the token or the id, or for a topic all subscribers.
    package let receivers: [String]

    /// The entry of the inbox.
    var json: JSONValue {
        [
            "time": .string(time.ISO8601Format(.init(includingFractionalSeconds: true))), "project": .string(project),
            "name": .string(name), "message": .object(message),
            "receivers": .array(receivers.map { .string($0) }),
        ]
    }
}
