package import Foundation

/// An error that a job handler throws to set the time of the next attempt.
package struct JobRetryRequest: Error, Sendable {
    /// The time before which the job is not attempted again.
    package let until: Date
    /// The failure; nil if nothing was attempted.
    package let cause: (any Error)?
    /// False if the service of the job did not respond, so that other jobs would fail as well.
    package let isReached: Bool

    package init(until: Date, because cause: (any Error)? = nil, isReached: Bool = true) {
        self.until = until
        self.cause = cause
        self.isReached = isReached
    }
}

/// The codes of failed deliveries that say more than the provider's own.
package enum DeliveryFailure {
    /// The service did not respond: no connection, or no response in time.
    package static let unreachable = "UNREACHABLE"
    /// The service responded that it is not available now.
    package static let unavailable = "UNAVAILABLE"

    /// Returns true if other messages to the service would fail as well.
    static func isOutage(_ code: String) -> Bool { code == unreachable || code == unavailable }
}
