package import Foundation
package import SesameCore

/// A message that the development FCM accepted.
package struct FCMMessage: Sendable {
    /// The time of acceptance, by the development clock.
    package let time: Date
    package let project: String
    /// The message's name in the response of `messages:send`.
    package let name: String
    /// The message as sent, with its recipient.
    package let message: JSONObject
    /// The recipients: the subscribers of the message's topic, or else the token, installation id or condition of the
    /// message.
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
