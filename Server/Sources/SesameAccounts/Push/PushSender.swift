package import Foundation

/// Hands pushes over to a push service.
package protocol PushSender: Sendable {
    /// Returns true if the app has an account with the service.
    func serves(_ app: AppID) -> Bool

    /// Hands one message over. What goes wrong is an answer, too.
    func send(_ push: OutgoingPush) async -> PushAnswer
}

/// One message for one receiver.
package struct OutgoingPush: Sendable {
    /// The receiver.
    package enum Receiver: Sendable, Equatable {
        case address(DeviceAddress)
        /// The subscribers of a topic.
        case topic(String)
    }

    /// The push that it belongs to. The same at every attempt, so that a device can tell a repetition.
    package let id: String
    package let app: AppID
    /// The receiver.
    package let receiver: Receiver
    /// The content.
    package let message: PushMessage
    /// The time after which it is worthless.
    package let expiresAt: Date
    /// The time now.
    package let now: Date

    /// Makes a message.
    package init(id: String, app: AppID, receiver: Receiver, message: PushMessage, expiresAt: Date, now: Date) {
        self.id = id
        self.app = app
        self.receiver = receiver
        self.message = message
        self.expiresAt = expiresAt
        self.now = now
    }
}

/// A push service's answer to one message.
package enum PushAnswer: Sendable, Equatable {
    /// It has taken the message.
    case sent
    /// It does not know the receiver any more.
    case gone
    /// It will never take this message, for the reason that the word names.
    case refused(String)
    /// The device belongs to another project than the app's. Nothing is wrong with the device: the operator has named
    /// the wrong account, and whoever took that for a dead device would lose them all.
    case otherSender
    /// It could not take the message now; not to be asked again before so many seconds have passed, if it said so.
    case failed(String, retryAfter: TimeInterval?)
    /// It was not asked: it wants to be left alone until then.
    case waiting(until: Date)
}
