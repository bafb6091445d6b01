public import Foundation

/// What a job's handler throws that knows better when to try again.
public struct JobPostponement: Error, Sendable {
    /// When the job is due again.
    public let until: Date
    /// What failed; nil when nothing was tried.
    public let cause: (any Error)?

    /// Makes a postponement.
    public init(until: Date, because cause: (any Error)? = nil) {
        self.until = until
        self.cause = cause
    }
}
