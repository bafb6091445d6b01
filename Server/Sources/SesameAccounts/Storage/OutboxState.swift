public import Foundation

/// What waits in the outbox.
public struct OutboxState: Sendable, Equatable {
    /// How many jobs of each kind wait, due or not.
    public let jobs: [JobKind: Int]
    /// When the job that is due first is, or was, due; nil when nothing waits.
    public let firstDueAt: Date?

    /// Makes a state.
    public init(jobs: [JobKind: Int], firstDueAt: Date?) {
        self.jobs = jobs
        self.firstDueAt = firstDueAt
    }
}
