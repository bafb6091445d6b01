package import Foundation

/// What waits in the outbox.
package struct OutboxState: Sendable, Equatable {
    /// How many jobs of each kind wait, due or not.
    package let jobs: [JobKind: Int]
    /// When the job that is due first is, or was, due; nil when nothing waits.
    package let firstDueAt: Date?

    /// Makes a state.
    package init(jobs: [JobKind: Int], firstDueAt: Date?) {
        self.jobs = jobs
        self.firstDueAt = firstDueAt
    }
}
