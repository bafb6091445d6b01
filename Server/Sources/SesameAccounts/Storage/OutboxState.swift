package import Foundation

/// The number of waiting jobs in the outbox by kind, and the first due times of its queues.
package struct OutboxState: Sendable, Equatable {
    /// The number of waiting jobs by kind, due or not, among the oldest jobs; see ``StorageReader/outbox(limit:)``.
    package let jobs: [JobKind: Int]
    /// The time at which the first job of each queue is due.
    package let firstDueAt: [JobQueueID: Date]

    package init(jobs: [JobKind: Int], firstDueAt: [JobQueueID: Date]) {
        self.jobs = jobs
        self.firstDueAt = firstDueAt
    }
}
