package import Foundation

/// A job handler's error that sets the time of the retry.
package struct JobRetryRequest: Error, Sendable {
    /// The time of the retry.
    package let until: Date
    /// The failure; nil if nothing was attempted.
    package let cause: (any Error)?

    package init(until: Date, because cause: (any Error)? = nil) {
        self.until = until
        self.cause = cause
    }
}
