package import Foundation
package import SesameCore

/// A message that the development FCM accepted.
package struct FCMMessage: Sendable {
    /// The time of acceptance, by the development clock.
    package let time: Date
    package let project: String
    /// The message's name in the response of `messages:send`.
    package let name: String
    /// The message as sent, with its receiver.
    package let message: JSONObject
    /// The tokens or ids that receive the message: the message's own one, or all subscribers of its topic.
    package let receivers: [String]

    /// The message's entry in the control API's list.
    var json: JSONValue {
        [
            "time": .string(time.ISO8601Format(.init(includingFractionalSeconds: true))), "project": .string(project),
            "name": .string(name), "message": .object(message),
            "receivers": .array(receivers.map { .string($0) }),
        ]
    }
}
