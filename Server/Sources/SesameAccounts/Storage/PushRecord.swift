package import Foundation

/// What has become of a push. It stays when its messages are gone, so that a repeated request sends nothing twice and
/// whoever asked can see how it went. Holds nothing of what was said.
package struct PushRecord: Sendable, Equatable {
    /// How long a record is kept at least, in seconds.
    static let life: TimeInterval = 7 * 86_400

    /// The id: random, or derived from the key that came with the request.
    package let id: String
    package let app: AppID
    /// A keyed digest of the request, by which a repetition is told from another request with the same key.
    package let fingerprint: [UInt8]
    /// When it was accepted.
    package let acceptedAt: Date
    /// When the record goes.
    package let expiresAt: Date
    /// How many messages it takes: one a device, one for a topic.
    package let targets: Int
    /// How many the push service has taken.
    package var sent: Int
    /// How many devices were not there any more.
    package var gone: Int
    /// How many were given up; ``problem`` says why.
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

    /// How many still wait for the push service.
    package var waiting: Int { max(0, targets - sent - gone - dropped) }
}
