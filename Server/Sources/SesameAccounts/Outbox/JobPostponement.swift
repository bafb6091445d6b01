package import Foundation

/// A job handler's error that says when to try again.
package struct JobPostponement: Error, Sendable {
    /// The time at which the job is due again.
    package let until: Date
    /// The failure; nil if nothing was tried.
    package let cause: (any Error)?

    /// Makes a postponement.
    package init(until: Date, because cause: (any Error)? = nil) {
        self.until = until
        self.cause = cause
    }
}
