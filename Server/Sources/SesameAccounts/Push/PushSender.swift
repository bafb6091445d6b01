package import Foundation

/// A connection to a push service.
package protocol PushSender: Sendable {
    /// Returns true if the app has an account with the service.
    func serves(_ app: AppID) -> Bool

    /// Sends one message. Failures are returned, not thrown.
    func send(_ push: OutgoingPush) async -> PushDeliveryResult
}

/// A message for one receiver.
package struct OutgoingPush: Sendable {
    /// The receiver of a push message.
    package enum Receiver: Sendable, Equatable {
        case address(DevicePushToken)
        /// The subscribers of a topic.
        case topic(String)
    }

    /// The id of its push. It is the same at every attempt, so that a device can recognize a duplicate.
    package let id: String
    package let app: AppID
    package let receiver: Receiver
    package let message: PushMessage
    /// The time after which the message is useless.
    package let expiresAt: Date
    /// The current time.
    package let now: Date

    package init(id: String, app: AppID, receiver: Receiver, message: PushMessage, expiresAt: Date, now: Date) {
        self.id = id
        self.app = app
        self.receiver = receiver
        self.message = message
        self.expiresAt = expiresAt
        self.now = now
    }
}

/// A push service's response to one message.
package enum PushDeliveryResult: Sendable, Equatable {
    /// The push service has accepted the message.
    case sent
    /// The push service does not know the receiver any more.
    case gone
    /// The push service will never accept this message, for the named reason.
    case refused(String)
    /// The device belongs to another project than the app's. The device is valid and must not be removed: the operator
    /// has configured the wrong account, so that all devices get this response.
    case senderMismatch
    /// The push service could not accept the message now; it may have stated the number of seconds to wait before a
    /// retry.
    case failed(String, retryAfter: TimeInterval?)
    /// No request was sent, because the push service has asked to wait until then.
    case waiting(until: Date)
}
