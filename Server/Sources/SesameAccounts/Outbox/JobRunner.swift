package import Foundation

/// Does the jobs of the outbox: the one place where work happens later, again, or on a schedule.
///
/// A job is removed only after it was done, so what a stopped server left is done by the next one; handlers must
/// therefore bear repetition. A failed job waits longer each time. Several are done at once, so that one that waits for a
/// slow vendor holds up few others.
package actor JobRunner {
    /// Does one job.
    package typealias Handler = @Sendable (Job) async throws -> Void

    private let storage: any Storage
    private let environment: Environment
    private let handlers: [JobKind: Handler]
    private let intervals: [JobKind: TimeInterval]
    private let width: Int
    private let report: @Sendable (JobKind?, any Error) -> Void

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - handlers: What does each kind of job.
    ///   - intervals: Kinds that recur, with the seconds between two runs.
    ///   - width: How many jobs are done at once. One keeps them in the order in which they are due.
    ///   - report: Told of each failure: of a job, or of the outbox itself.
    package init(
        storage: any Storage, environment: Environment, handlers: [JobKind: Handler],
        intervals: [JobKind: TimeInterval], width: Int = 8, report: @escaping @Sendable (JobKind?, any Error) -> Void
    ) {
        self.storage = storage
        self.environment = environment
        self.handlers = handlers
        self.intervals = intervals
        self.width = width
        self.report = report
    }

    /// Looks for due jobs every so often until the task is cancelled.
    package func run(every pause: Duration = .seconds(1)) async {
        var scheduledAt: ContinuousClock.Instant?
        while !Task.isCancelled {
            do {
                // A wall clock that ran ahead for a while has put the next runs into a far future; looking at them
                // again now and then, on a clock that cannot jump, brings them back.
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

    /// Makes sure that every recurring job stands in the outbox, and is due within its interval.
    package func scheduleRecurring() async throws(StorageError) {
        let now = environment.now
        let jobs = intervals.map { Job(kind: $0, key: "", dueAt: now.addingTimeInterval($1)) }
        try await storage.write { transaction throws(StorageError) in
            for job in jobs { try transaction.insert(job) }
        }
    }

    /// Does what is due now.
    ///
    /// - Returns: How many jobs were tried.
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
        } catch let postponement as JobPostponement {
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

    /// A job of a kind that this server does not know, left by a newer one.
    struct UnknownJob: Error {}
}
