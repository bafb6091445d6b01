package import Foundation

/// What a job's handler throws that knows better when to try again.
package struct JobPostponement: Error, Sendable {
    /// When the job is due again.
    package let until: Date
    /// What failed; nil when nothing was tried.
    package let cause: (any Error)?

    /// Makes a postponement.
    package init(until: Date, because cause: (any Error)? = nil) {
        self.until = until
        self.cause = cause
    }
}
