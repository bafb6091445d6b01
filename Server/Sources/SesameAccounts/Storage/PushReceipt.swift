package import Foundation

/// The record of a push notification. It outlives the push's messages, so that a repeated request sends nothing twice
/// and the sender can read the result. It holds no content.
package struct PushReceipt: Sendable, Equatable {
    /// The minimum lifetime of a record, in seconds.
    static let lifetime: TimeInterval = 7 * 86_400

    /// The id: random, or derived from the idempotency key of the request.
    package let id: String
    package let app: AppID
    /// A keyed digest of the request, which distinguishes a retry from another request with the same idempotency key.
    package let fingerprint: [UInt8]
    /// The time at which the push was accepted.
    package let acceptedAt: Date
    package let expiresAt: Date
    /// The number of the push's messages: one for each device, one for a topic.
    package let targets: Int
    /// The number of messages that the push service accepted.
    package var sent: Int
    /// The number of devices that no longer exist.
    package var gone: Int
    /// The number of dropped messages; ``problem`` has the reason.
    package var dropped: Int
    /// The latest error code, from the push service or this server; nil if there was no error.
    package var problem: String?

    package init(
        id: String, app: AppID, fingerprint: [UInt8], acceptedAt: Date, expiresAt: Date, targets: Int, sent: Int = 0,
        gone: Int = 0, dropped: Int = 0, problem: String? = nil
    ) {
        self.id = id
        self.app = app
        self.fingerprint = fingerprint
        self.acceptedAt = acceptedAt
        self.expiresAt = expiresAt
        self.targets = targets
        self.sent = sent
        self.gone = gone
        self.dropped = dropped
        self.problem = problem
    }

    /// The number of messages that still wait for the push service.
    package var waiting: Int { max(0, targets - sent - gone - dropped) }
}
