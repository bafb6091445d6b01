package import Foundation

/// The state of the outbox.
package struct OutboxState: Sendable, Equatable {
    /// The number of waiting jobs by kind, due or not.
    package let jobs: [JobKind: Int]
    /// The time at which the first job is due; nil if none waits.
    package let firstDueAt: Date?

    /// Makes a state.
    package init(jobs: [JobKind: Int], firstDueAt: Date?) {
        self.jobs = jobs
        self.firstDueAt = firstDueAt
    }
}
