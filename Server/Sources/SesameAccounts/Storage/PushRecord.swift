package import Foundation

/// The record of a push. It stays when its messages are gone, so that a repeated request sends nothing twice and its
/// sender can see the result. Holds nothing of the content.
package struct PushRecord: Sendable, Equatable {
    /// The fewest seconds that a record is kept.
    static let life: TimeInterval = 7 * 86_400

    /// The id: random, or derived from the key that came with the request.
    package let id: String
    package let app: AppID
    /// A keyed digest of the request, by which a repetition is told from another request with the same key.
    package let fingerprint: [UInt8]
    /// The time at which it was accepted.
    package let acceptedAt: Date
    /// The time at which the record goes.
    package let expiresAt: Date
    /// The number of its messages: one per device, one for a topic.
    package let targets: Int
    /// The number that the push service accepted.
    package var sent: Int
    /// The number of devices that were no longer there.
    package var gone: Int
    /// The number that was dropped; ``problem`` says why.
    package var dropped: Int
    /// The latest trouble, in the push service's word for it.
    package var problem: String?

    /// Makes a record.
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

    /// The number that still waits for the push service.
    package var waiting: Int { max(0, targets - sent - gone - dropped) }
}
