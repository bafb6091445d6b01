package import Foundation

/// The runner of the outbox's jobs: all deferred, retried and scheduled work.
///
/// A job is removed only after it is done, so a restarted server completes the jobs of the stopped one; handlers must
/// therefore be idempotent. The delay of a failed job grows with each failure. The jobs of each kind and destination have
/// their own queue, so that a service that does not answer delays no other.
package actor JobRunner {
    private let storage: any Storage
    private let environment: RuntimeEnvironment
    private let queues: [JobKind: JobQueue]
    private let intervals: [JobKind: TimeInterval]
    private let report: @Sendable (JobKind?, any Error) -> Void
    private let observe: @Sendable (JobQueueID, Bool) -> Void
    private var breakers: [JobQueueID: CircuitBreaker] = [:]
    private var running: Set<JobQueueID> = []

    /// Creates a runner, which begins to work with ``run(every:)``.
    ///
    /// - Parameters:
    ///   - queues: The rules for each kind of job.
    ///   - intervals: The recurring kinds, with the seconds between two runs.
    ///   - observe: Called with true when a queue pauses because its service is unreachable, and with false when the
    ///     service is reachable again.
    ///   - report: Receives each failure of a job or of the outbox itself.
    package init(
        storage: any Storage, environment: RuntimeEnvironment, queues: [JobKind: JobQueue],
        intervals: [JobKind: TimeInterval], observe: @escaping @Sendable (JobQueueID, Bool) -> Void = { _, _ in },
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
                    for queue in try await startableQueues() {
                        group.addTask { await self.run(queue, lookingEvery: pause) }
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
        let queues = try await dueQueues()
        let result = await withTaskGroup(of: Result<Int, StorageError>.self) { group in
            for queue in queues { group.addTask { await self.drain(queue, lookingEvery: nil) } }
            var sum = Result<Int, StorageError>.success(0)
            for await count in group { sum = sum.flatMap { sum in count.map { sum + $0 } } }
            return sum
        }
        return try result.get()
    }

    /// Returns the queues that have due jobs and do not run, and marks them as running.
    private func startableQueues() async throws(StorageError) -> [JobQueueID] {
        try await dueQueues().filter { running.insert($0).inserted }
    }

    private func dueQueues() async throws(StorageError) -> [JobQueueID] {
        let first = try await storage.read { reader throws(StorageError) in try reader.firstDueTimes() }
        let now = environment.now
        return first.filter { $0.value <= now }.map(\.key)
    }

    private func run(_ queue: JobQueueID, lookingEvery pause: Duration) async {
        if case .failure(let error) = await drain(queue, lookingEvery: pause) { report(nil, error) }
        running.remove(queue)
    }

    private enum Step: Sendable {
        case ended(Int64, StorageError?)
        case tick
    }

    /// Runs the jobs of a queue until none is due and none is under way.
    ///
    /// - Parameter pause: The interval at which the outbox is read while all jobs found are under way; nil for never.
    /// - Returns: The number of attempted jobs.
    nonisolated private func drain(
        _ queue: JobQueueID, lookingEvery pause: Duration?
    ) async -> Result<Int, StorageError> {
        await withTaskGroup(of: Step.self) { group in
            var (underway, waiting) = (Set<Int64>(), ArraySlice<Job>())
            var (count, failure) = (0, StorageError?.none)
            if let pause { group.addTask { await Self.tick(after: pause) } }
            while true {
                do throws(StorageError) {
                    while failure == nil, !Task.isCancelled {
                        let (places, pauses) = await places(in: queue)
                        guard underway.count < places else { break }
                        // A job that is under way is still due in the outbox.
                        if waiting.isEmpty { waiting = try await due(queue, besides: underway)[...] }
                        guard let job = waiting.popFirst() else { break }
                        underway.insert(job.id)
                        count += 1
                        group.addTask { .ended(job.id, await self.attempt(job, admittedAfter: pauses)) }
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

    /// Returns the number of jobs of a queue that may be under way, and the number of its pauses so far.
    private func places(in queue: JobQueueID) -> (count: Int, pauses: Int) {
        guard let rules = queues[queue.kind] else { return (1, 0) }
        let breaker = breakers[queue, default: CircuitBreaker()]
        switch breaker.admission(at: environment.now) {
        case .all: return (rules.width, breaker.pauses)
        case .probe: return (1, breaker.pauses)
        case .none: return (0, breaker.pauses)
        }
    }

    private func due(_ queue: JobQueueID, besides underway: Set<Int64>) async throws(StorageError) -> [Job] {
        let now = environment.now
        return try await storage.read { reader throws(StorageError) in
            try reader.dueJobs(in: queue, at: now, limit: Self.batch + underway.count)
        }.filter { !underway.contains($0.id) }
    }

    private func attempt(_ job: Job, admittedAfter pauses: Int) async -> StorageError? {
        do throws(StorageError) {
            try await run(job, admittedAfter: pauses)
            return nil
        } catch {
            return error
        }
    }

    private func run(_ job: Job, admittedAfter pauses: Int) async throws(StorageError) {
        var next: Job? = job
        var isReached: Bool?
        do {
            guard let rules = queues[job.kind] else { throw UnknownJob() }
            if try await rules.handler(job) == .responded { isReached = true }
            next = intervals[job.kind].map { interval in
                var again = job
                again.failures = 0
                again.dueAt = environment.now.addingTimeInterval(interval)
                return again
            }
        } catch let postponement as JobRetryRequest {
            isReached = postponement.isReached
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
        if let isReached, queues[job.kind]?.hasBreaker == true {
            record(job, isReached: isReached, admittedAfter: pauses)
        }
        let outcome = next
        try await storage.write { transaction throws(StorageError) in
            if let outcome { try transaction.update(outcome) } else { try transaction.deleteJob(job.id) }
        }
    }

    private func record(_ job: Job, isReached: Bool, admittedAfter pauses: Int) {
        let queue = JobQueueID(job.kind, destination: job.destination)
        var breaker = breakers[queue, default: CircuitBreaker()]
        let wasOpen = breaker.isOpen
        if isReached {
            breaker.recordResponse()
        } else {
            breaker.recordOutage(of: job.id, admittedAfter: pauses, at: environment.now)
        }
        breakers[queue] = breaker
        if breaker.isOpen != wasOpen { observe(queue, breaker.isOpen) }
    }

    /// The error for a job of an unknown kind, left by a newer server.
    struct UnknownJob: Error {}
}
