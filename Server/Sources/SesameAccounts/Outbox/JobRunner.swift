package import Foundation

/// The runner of the outbox's jobs: all deferred, retried and scheduled work.
///
/// A job is removed only after it is done, so a restarted server completes the jobs of the stopped one; handlers must
/// therefore be idempotent. The delay of a failed job grows with each failure. Each kind of job has its own queue, so
/// that a service that does not answer delays no other; a queue is as wide as its ``JobQueue`` says.
package actor JobRunner {
    private let storage: any Storage
    private let environment: RuntimeEnvironment
    private let queues: [JobKind: JobQueue]
    private let intervals: [JobKind: TimeInterval]
    private let report: @Sendable (JobKind?, any Error) -> Void
    private let observe: @Sendable (JobKind, Bool) -> Void
    private var breakers: [JobKind: CircuitBreaker] = [:]
    private var running: Set<JobKind> = []

    /// Creates a runner, which begins to work with ``run(every:)``.
    ///
    /// - Parameters:
    ///   - queues: The queue of each kind of job.
    ///   - intervals: The recurring kinds, with the seconds between two runs.
    ///   - observe: Called with true when the jobs of a kind pause because their service is unreachable, and with false
    ///     when it is reachable again.
    ///   - report: Receives each failure of a job or of the outbox itself.
    package init(
        storage: any Storage, environment: RuntimeEnvironment, queues: [JobKind: JobQueue],
        intervals: [JobKind: TimeInterval], observe: @escaping @Sendable (JobKind, Bool) -> Void = { _, _ in },
        report: @escaping @Sendable (JobKind?, any Error) -> Void
    ) {
        self.storage = storage
        self.environment = environment
        self.queues = queues
        self.intervals = intervals
        self.observe = observe
        self.report = report
    }

    /// Runs due jobs, and looks for new ones at the given interval, until the task is canceled.
    nonisolated package func run(every pause: Duration = .seconds(1)) async {
        var scheduledAt: ContinuousClock.Instant?
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do {
                    // A wall clock that was ahead for a while has scheduled the next runs far in the future; a
                    // periodic check by a monotonic clock corrects them.
                    if scheduledAt.map({ $0.duration(to: .now) > Self.rescheduling }) ?? true {
                        try await scheduleRecurring()
                        scheduledAt = .now
                    }
                    for kind in try await idleDueKinds() {
                        group.addTask { await self.runQueue(kind, lookingEvery: pause) }
                    }
                } catch {
                    report(nil, error)
                }
                try? await Task.sleep(for: pause)
            }
        }
    }

    private static let rescheduling: Duration = .seconds(600)
    private static let batch = 50

    /// Ensures that every recurring job is in the outbox and due within its interval.
    package func scheduleRecurring() async throws(StorageError) {
        let now = environment.now
        let jobs = intervals.map { Job(kind: $0, key: "", dueAt: now.addingTimeInterval($1)) }
        try await storage.write { transaction throws(StorageError) in
            for job in jobs { try transaction.insert(job) }
        }
    }

    /// Runs all due jobs. A job's failure is reported and retried, not thrown.
    ///
    /// - Returns: The number of attempted jobs.
    package func runDue() async throws(StorageError) -> Int {
        let kinds = try await dueKinds()
        let result = await withTaskGroup(of: Result<Int, StorageError>.self) { group in
            for kind in kinds { group.addTask { await self.drain(kind, lookingEvery: nil) } }
            var sum = Result<Int, StorageError>.success(0)
            for await count in group { sum = sum.flatMap { sum in count.map { sum + $0 } } }
            return sum
        }
        return try result.get()
    }

    /// Returns the due kinds whose queues do not run, and marks them as running.
    private func idleDueKinds() async throws(StorageError) -> [JobKind] {
        try await dueKinds().filter { running.insert($0).inserted }
    }

    private func dueKinds() async throws(StorageError) -> [JobKind] {
        let first = try await storage.read { reader throws(StorageError) in try reader.firstDueTimes() }
        let now = environment.now
        return first.filter { $0.value <= now }.map(\.key)
    }

    private func runQueue(_ kind: JobKind, lookingEvery pause: Duration) async {
        if case .failure(let error) = await drain(kind, lookingEvery: pause) { report(nil, error) }
        running.remove(kind)
    }

    private enum Step: Sendable {
        case ended(Int64, StorageError?)
        case tick
    }

    /// Runs the jobs of a kind until none is due and none is under way.
    ///
    /// - Parameter pause: The interval at which the outbox is read while all jobs found are under way; nil for never.
    /// - Returns: The number of attempted jobs.
    nonisolated private func drain(_ kind: JobKind, lookingEvery pause: Duration?) async -> Result<Int, StorageError> {
        await withTaskGroup(of: Step.self) { group in
            var (underway, waiting) = (Set<Int64>(), ArraySlice<Job>())
            var (count, failure) = (0, StorageError?.none)
            if let pause { group.addTask { await Self.tick(after: pause) } }
            while true {
                do throws(StorageError) {
                    while failure == nil, !Task.isCancelled, await underway.count < places(kind) {
                        // A job that is under way is still due in the outbox.
                        if waiting.isEmpty { waiting = try await due(kind, besides: underway)[...] }
                        guard let job = waiting.popFirst() else { break }
                        underway.insert(job.id)
                        count += 1
                        group.addTask { .ended(job.id, await self.attempt(job)) }
                    }
                } catch {
                    failure = error
                }
                guard !underway.isEmpty, let step = await group.next() else { break }
                switch step {
                case .ended(let id, let error):
                    underway.remove(id)
                    failure = failure ?? error
                case .tick:
                    // The sleep of a canceled task ends at once.
                    if let pause, !Task.isCancelled { group.addTask { await Self.tick(after: pause) } }
                }
            }
            group.cancelAll()
            return failure.map { .failure($0) } ?? .success(count)
        }
    }

    private static func tick(after pause: Duration) async -> Step {
        try? await Task.sleep(for: pause)
        return .tick
    }

    /// Returns the number of jobs of a kind that may be under way.
    private func places(_ kind: JobKind) -> Int {
        guard let queue = queues[kind] else { return 1 }
        switch breakers[kind, default: CircuitBreaker()].admission(at: environment.now) {
        case .all: return queue.width
        case .probe: return 1
        case .none: return 0
        }
    }

    private func due(_ kind: JobKind, besides underway: Set<Int64>) async throws(StorageError) -> [Job] {
        let now = environment.now
        return try await storage.read { reader throws(StorageError) in
            try reader.dueJobs(of: kind, at: now, limit: Self.batch + underway.count)
        }.filter { !underway.contains($0.id) }
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
        var isReached: Bool? = true
        do {
            guard let queue = queues[job.kind] else { throw UnknownJob() }
            try await queue.handler(job)
            next = intervals[job.kind].map { interval in
                var again = job
                again.failures = 0
                again.dueAt = environment.now.addingTimeInterval(interval)
                return again
            }
        } catch let postponement as JobRetryRequest {
            isReached = postponement.cause == nil ? nil : postponement.isReached
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
        if let isReached { record(job.kind, isReached: isReached) }
        let outcome = next
        try await storage.write { transaction throws(StorageError) in
            if let outcome { try transaction.update(outcome) } else { try transaction.deleteJob(job.id) }
        }
    }

    private func record(_ kind: JobKind, isReached: Bool) {
        guard queues[kind]?.hasBreaker == true else { return }
        var breaker = breakers[kind, default: CircuitBreaker()]
        let wasOpen = breaker.isOpen
        breaker.record(isReached: isReached, at: environment.now)
        breakers[kind] = breaker
        if breaker.isOpen != wasOpen { observe(kind, breaker.isOpen) }
    }

    /// The error for a job of an unknown kind, left by a newer server.
    struct UnknownJob: Error {}
}
