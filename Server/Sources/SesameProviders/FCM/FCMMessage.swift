public import Foundation
public import SesameCore

/// A message that the development FCM has taken.
public struct FCMMessage: Sendable {
    /// When, by the shifted clock.
    public let time: Date
    /// The project.
    public let project: String
    /// What `messages:send` answered: the message's name.
    public let name: String
    /// The message as it was sent, with its receiver.
    public let message: JSONObject
    /// Whose devices have it: the token or the id, or for a topic all that have subscribed.
    public let receivers: [String]

    /// The entry of the inbox.
    var json: JSONValue {
        [
            "time": .string(time.ISO8601Format(.init(includingFractionalSeconds: true))), "project": .string(project),
            "name": .string(name), "message": .object(message),
            "receivers": .array(receivers.map { .string($0) }),
        ]
    }
}
