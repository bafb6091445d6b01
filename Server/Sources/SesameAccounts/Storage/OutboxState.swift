package import Foundation

/// The number of waiting jobs in the outbox, and the first due times, by kind.
package struct OutboxState: Sendable, Equatable {
    /// The number of waiting jobs by kind, due or not, among the oldest jobs; see ``StorageReader/outbox(limit:)``.
    package let jobs: [JobKind: Int]
    /// The time at which the first job of each kind is due.
    package let firstDueAt: [JobKind: Date]

    package init(jobs: [JobKind: Int], firstDueAt: [JobKind: Date]) {
        self.jobs = jobs
        self.firstDueAt = firstDueAt
    }
}
