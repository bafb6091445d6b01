package import Foundation

/// An error that a job handler throws to set the time of the next attempt.
package struct JobRetryRequest: Error, Sendable {
    /// The time before which the job is not attempted again.
    package let until: Date
    /// The failure; nil if nothing was attempted.
    package let cause: (any Error)?
    /// True if the service of the job responded, false if it did not, so that other jobs would fail as well; nil if it
    /// was not asked.
    package let isReached: Bool?

    package init(until: Date, because cause: (any Error)? = nil, isReached: Bool? = nil) {
        self.until = until
        self.cause = cause
        self.isReached = isReached
    }
}

/// The codes of failed deliveries that are about the service, not about one delivery.
package enum DeliveryFailure {
    /// The service did not respond: no connection, or no response in time.
    package static let unreachable = "UNREACHABLE"
    /// The service responded that it is not available now.
    package static let unavailable = "UNAVAILABLE"

    /// Returns true if other messages to the service would fail as well.
    static func isOutage(_ code: String) -> Bool { code == unreachable || code == unavailable }
}
