package import Foundation

/// A connection to a push service.
package protocol PushSender: Sendable {
    /// Returns true if a service account of the push service is configured for the app.
    func serves(_ app: AppID) -> Bool

    /// Sends one message. Failures are returned, not thrown.
    func send(_ push: OutgoingPush) async -> PushDeliveryResult
}

/// A message for one recipient.
package struct OutgoingPush: Sendable {
    /// The recipient of a push message: one device's address, or a topic.
    package enum Receiver: Sendable, Equatable {
        case address(DevicePushToken)
        /// The subscribers of a topic.
        case topic(String)
    }

    /// The id of the push. It is the same at every attempt, so that a device can recognize a duplicate.
    package let id: String
    package let app: AppID
    package let receiver: Receiver
    package let message: PushMessage
    /// The time after which the push service must not deliver the message any more.
    package let expiresAt: Date
    /// The time of the attempt.
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

/// The result of one attempt to send a message.
package enum PushDeliveryResult: Sendable, Equatable {
    /// The push service has accepted the message.
    case sent
    /// The push service no longer knows the recipient's address.
    case gone
    /// The push service will never accept this message; the text is its error code.
    case refused(String)
    /// The device is registered in a different project of the push service, not in the app's. The device is valid and
    /// must not be removed: the operator has configured the wrong service account, so that all devices get this
    /// response.
    case senderMismatch
    /// The push service could not accept the message now; the text is the reason. `retryAfter` is the number of seconds
    /// to wait before a retry; nil if the service stated none.
    case failed(String, retryAfter: TimeInterval?)
    /// No request was sent, because the push service has asked the server to wait until the given time.
    case waiting(until: Date)
}
