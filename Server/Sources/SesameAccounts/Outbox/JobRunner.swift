package import Foundation

/// The runner of the outbox's jobs: all deferred, retried and scheduled work.
///
/// A job is removed only after it is done, so a restarted server completes the jobs of the stopped one; handlers must
/// therefore be idempotent. The delay of a failed job grows with each failure. Several jobs run concurrently, so that a
/// slow vendor delays few other jobs.
package actor JobRunner {
    /// A function that performs one job; if it throws, the job is retried later.
    package typealias Handler = @Sendable (Job) async throws -> Void

    private let storage: any Storage
    private let environment: RuntimeEnvironment
    private let handlers: [JobKind: Handler]
    private let intervals: [JobKind: TimeInterval]
    private let width: Int
    private let report: @Sendable (JobKind?, any Error) -> Void

    /// Creates a runner, which begins to work with ``run(every:)``.
    ///
    /// - Parameters:
    ///   - handlers: The handler of each kind of job.
    ///   - intervals: The recurring kinds, with the seconds between two runs.
    ///   - width: The number of concurrent jobs. With one, jobs run in the order of their due times.
    ///   - report: Receives each failure of a job or of the outbox itself.
    package init(
        storage: any Storage, environment: RuntimeEnvironment, handlers: [JobKind: Handler],
        intervals: [JobKind: TimeInterval], width: Int = 8, report: @escaping @Sendable (JobKind?, any Error) -> Void
    ) {
        self.storage = storage
        self.environment = environment
        self.handlers = handlers
        self.intervals = intervals
        self.width = width
        self.report = report
    }

    /// Runs due jobs, and looks for new ones at the given interval, until the task is canceled.
    package func run(every pause: Duration = .seconds(1)) async {
        var scheduledAt: ContinuousClock.Instant?
        while !Task.isCancelled {
            do {
                // A wall clock that was ahead for a while has scheduled the next runs far in the future; a periodic
                // check by a monotonic clock corrects them.
                if scheduledAt.map({ $0.duration(to: .now) > Self.rescheduling }) ?? true {
                    try await scheduleRecurring()
                    scheduledAt = .now
                }
                while try await runDue() > 0, !Task.isCancelled {}
            } catch {
                report(nil, error)
            }
            try? await Task.sleep(for: pause)
        }
    }

    private static let rescheduling: Duration = .seconds(600)

    /// Ensures that every recurring job is in the outbox and due within its interval.
    package func scheduleRecurring() async throws(StorageError) {
        let now = environment.now
        let jobs = intervals.map { Job(kind: $0, key: "", dueAt: now.addingTimeInterval($1)) }
        try await storage.write { transaction throws(StorageError) in
            for job in jobs { try transaction.insert(job) }
        }
    }

    /// Runs up to 50 due jobs. A job's failure is reported and retried, not thrown.
    ///
    /// - Returns: The number of attempted jobs.
    package func runDue() async throws(StorageError) -> Int {
        let now = environment.now
        let jobs = try await storage.read { reader throws(StorageError) in
            try reader.dueJobs(at: now, limit: 50)
        }
        var waiting = jobs[...]
        var failure: StorageError?
        await withTaskGroup(of: StorageError?.self) { group in
            for job in waiting.prefix(width) { group.addTask { await self.attempt(job) } }
            waiting = waiting.dropFirst(width)
            for await error in group {
                failure = failure ?? error
                if !Task.isCancelled, let job = waiting.popFirst() { group.addTask { await self.attempt(job) } }
            }
        }
        if let failure { throw failure }
        return jobs.count
    }

    private func attempt(_ job: Job) async -> StorageError? {
        do throws(StorageError) {
            try await run(job)
            return nil
        } catch {
            return error
        }
    }

    private func run(_ job: Job) async throws(StorageError) {
        var next: Job? = job
        do {
            guard let handler = handlers[job.kind] else { throw UnknownJob() }
            try await handler(job)
            next = intervals[job.kind].map { interval in
                var again = job
                again.failures = 0
                again.dueAt = environment.now.addingTimeInterval(interval)
                return again
            }
        } catch let postponement as JobRetryRequest {
            if let cause = postponement.cause {
                report(job.kind, cause)
                next?.failures += 1
            }
            next?.dueAt = postponement.until
        } catch {
            report(job.kind, error)
            next?.failures += 1
            let chance = Double(environment.randomBytes(1)[0]) / 255
            next?.dueAt = environment.now.addingTimeInterval(
                Job.delay(afterFailures: job.failures + 1, chance: chance))
        }
        let outcome = next
        try await storage.write { transaction throws(StorageError) in
            if let outcome { try transaction.update(outcome) } else { try transaction.deleteJob(job.id) }
        }
    }

    /// The error for a job of an unknown kind, left by a newer server.
    struct UnknownJob: Error {}
}
