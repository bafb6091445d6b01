package import Foundation

/// The number of waiting jobs in the outbox, and the first due time.
package struct OutboxState: Sendable, Equatable {
    /// The number of waiting jobs by kind, due or not.
    package let jobs: [JobKind: Int]
    /// The time at which the first job is due; nil if none waits.
    package let firstDueAt: Date?

    package init(jobs: [JobKind: Int], firstDueAt: Date?) {
        self.jobs = jobs
        self.firstDueAt = firstDueAt
    }
}
