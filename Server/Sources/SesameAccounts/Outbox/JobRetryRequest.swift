package import Foundation

/// An error that a job handler throws to set the time of the next attempt.
package struct JobRetryRequest: Error, Sendable {
    /// The time before which the job is not attempted again.
    package let until: Date
    /// The failure; nil if nothing was attempted.
    package let cause: (any Error)?

    package init(until: Date, because cause: (any Error)? = nil) {
        self.until = until
        self.cause = cause
    }
}
