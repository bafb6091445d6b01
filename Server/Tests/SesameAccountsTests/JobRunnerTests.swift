import Foundation
import SesameSQLite
import SesameWire
import Testing

@testable import SesameAccounts

struct JobRunnerTests {
    private static let kind = JobKind(rawValue: "test")
    private let storage: TestStorage
    private let log = Log()

    private final class Log: Sendable {
        private let state = Locked((done: 0, reported: 0, failures: 0))

        var done: Int { state.withLock { $0.done } }
        var reported: Int { state.withLock { $0.reported } }

        func fail(_ times: Int) { state.withLock { $0.failures = times } }
        func report() { state.withLock { $0.reported += 1 } }

        func work() throws {
            try state.withLock { state in
                if state.failures > 0 {
                    state.failures -= 1
                    throw Broken()
                }
                state.done += 1
            }
        }
    }

    private struct Broken: Error {}

    init() throws {
        storage = try TestStorage()
    }

    private func runner(interval: TimeInterval? = nil) -> JobRunner {
        JobRunner(
            storage: storage.engine, environment: storage.environment,
            queues: [Self.kind: JobQueue { [log] _ in try log.work() }],
            intervals: interval.map { [Self.kind: $0] } ?? [:], report: { [log] _, _ in log.report() })
    }

    private func enqueue(_ kind: JobKind = kind, key: String = "") async throws {
        let job = Job(kind: kind, key: key, dueAt: storage.clock.now)
        try await storage.engine.write { transaction throws(StorageError) in try transaction.insert(job) }
    }

    @Test func `a job runs once`() async throws {
        let runner = runner()
        try await enqueue()
        #expect(try await runner.runDue() == 1)
        #expect(try await runner.runDue() == 0)
        #expect(log.done == 1)
    }

    @Test func `a failed job is retried with growing delays`() async throws {
        let runner = runner()
        log.fail(2)
        try await enqueue()
        _ = try await runner.runDue()
        #expect(try await runner.runDue() == 0)
        storage.clock.advance(by: 7)
        #expect(try await runner.runDue() == 1)
        storage.clock.advance(by: 7)
        #expect(try await runner.runDue() == 0)
        storage.clock.advance(by: 7)
        #expect(try await runner.runDue() == 1)
        #expect((log.done, log.reported) == (1, 2))
    }

    @Test func `a recurring job runs again after its interval`() async throws {
        let runner = runner(interval: 600)
        try await runner.scheduleRecurring()
        #expect(try await runner.runDue() == 0)
        storage.clock.advance(by: 600)
        try await runner.scheduleRecurring()
        #expect(try await runner.runDue() == 1)
        storage.clock.advance(by: 599)
        #expect(try await runner.runDue() == 0)
        storage.clock.advance(by: 1)
        #expect(try await runner.runDue() == 1)
    }

    @Test func `a clock that ran ahead does not delay a recurring job`() async throws {
        let runner = runner(interval: 600)
        storage.clock.advance(by: 10 * 86_400)
        try await runner.scheduleRecurring()
        storage.clock.advance(by: -10 * 86_400)
        try await runner.scheduleRecurring()
        storage.clock.advance(by: 600)
        #expect(try await runner.runDue() == 1)
    }

    @Test func `a job of an unknown kind stays in the queue`() async throws {
        let runner = runner()
        try await enqueue(JobKind(rawValue: "of another version"))
        _ = try await runner.runDue()
        storage.clock.advance(by: 10)
        #expect(try await runner.runDue() == 1)
        #expect(log.reported == 2)
    }

    @Test(.timeLimit(.minutes(30))) func `a waiting job does not block other jobs`() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let runner = JobRunner(
            storage: storage.engine, environment: storage.environment,
            queues: [
                Self.kind: JobQueue { [log] job in
                    if job.key == "first" {
                        for await _ in arrivals { break }
                    } else {
                        arrival.yield()
                    }
                    try log.work()
                }
            ], intervals: [:], report: { _, _ in })
        try await enqueue(key: "first")
        try await enqueue(key: "second")
        #expect(try await runner.runDue() == 2)
        #expect(log.done == 2)
    }

    @Test func `with a width of one, jobs run in order`() async throws {
        let (begun, ended) = (Locked([String]()), Locked([String]()))
        let runner = JobRunner(
            storage: storage.engine, environment: storage.environment,
            queues: [
                Self.kind: JobQueue(width: 1) { job in
                    begun.withLock { $0.append(job.key) }
                    for _ in 0..<Int.random(in: 0..<9) { await Task.yield() }
                    #expect(begun.withLock(\.last) == job.key)
                    ended.withLock { $0.append(job.key) }
                }
            ], intervals: [:], report: { _, _ in })
        let keys = (0..<30).map { String($0) }
        for key in keys { try await enqueue(key: key) }
        #expect(try await runner.runDue() == 30)
        #expect(ended.withLock(\.self) == keys)
    }

    @Test func `a handler can postpone its job, which counts as failed only with a cause`() async throws {
        let causes: [(any Error)?] = [nil, Broken()]
        let remaining = Locked(causes)
        let until = storage.clock.now.addingTimeInterval(100)
        let runner = JobRunner(
            storage: storage.engine, environment: storage.environment,
            queues: [
                Self.kind: JobQueue { [log, clock = storage.clock] _ in
                    let cause = remaining.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                    if clock.now < until { throw JobRetryRequest(until: until, because: cause) }
                    try log.work()
                }
            ], intervals: [:], report: { [log] _, _ in log.report() })
        try await enqueue(key: "a")
        try await enqueue(key: "b")
        #expect(try await runner.runDue() == 2)
        storage.clock.advance(by: 99)
        #expect(try await runner.runDue() == 0)
        storage.clock.advance(by: 1)
        #expect(try await runner.runDue() == 2)
        #expect((log.done, log.reported) == (2, 1))
    }

    @Test func `a failed job is completed by the next runner`() async throws {
        log.fail(1)
        try await enqueue()
        _ = try await runner().runDue()
        storage.clock.advance(by: 10)
        #expect(try await runner().runDue() == 1)
        #expect(log.done == 1)
    }

    @Test(.timeLimit(.minutes(30))) func `a service that does not answer delays neither other kinds nor new jobs`()
        async throws
    {
        let (hung, hang) = AsyncStream.makeStream(of: Void.self)
        let (done, finish) = AsyncStream.makeStream(of: String.self)
        let other = JobKind(rawValue: "other")
        let handler: @Sendable (Job) async throws -> Void = { job in
            if job.key.hasPrefix("hung") { for await _ in hung {} }
            finish.yield(job.key)
        }
        let runner = JobRunner(
            storage: storage.engine, environment: storage.environment,
            queues: [Self.kind: JobQueue(handler), other: JobQueue(handler)], intervals: [:], report: { _, _ in })
        for number in 0..<7 { try await enqueue(key: "hung \(number)") }
        let run = Task { await runner.run(every: .milliseconds(5)) }
        var results = done.makeAsyncIterator()
        try await enqueue(other, key: "of the other kind")
        #expect(await results.next() == "of the other kind")
        try await enqueue(key: "of the same kind")
        #expect(await results.next() == "of the same kind")
        hang.finish()
        for _ in 0..<7 { #expect(await results.next()?.hasPrefix("hung") == true) }
        run.cancel()
        await run.value
    }

    /// A service that is unreachable until it is back, and the jobs that it was asked to do.
    private struct Service {
        let isBack = Locked(false)
        let attempts = Locked([String]())
        let pauses = Locked([String]())

        func runner(_ storage: TestStorage, _ log: Log) -> JobRunner {
            JobRunner(
                storage: storage.engine, environment: storage.environment,
                queues: [
                    JobRunnerTests.kind: .service(width: 3) { [clock = storage.clock] job in
                        if job.key.hasPrefix("expired") { return .skipped }
                        attempts.withLock { $0.append(job.key) }
                        if isBack.withLock(\.self) || job.destination == "well" { return .responded }
                        throw JobRetryRequest(
                            until: clock.now.addingTimeInterval(1), because: Broken(), isReached: false)
                    }
                ], intervals: [:],
                observe: { queue, isPaused in pauses.withLock { $0.append("\(queue.destination) \(isPaused)") } },
                report: { [log] _, _ in log.report() })
        }
    }

    private func enqueue(_ key: String, for destination: String) async throws {
        let job = Job(kind: Self.kind, destination: destination, key: key, dueAt: storage.clock.now)
        try await storage.engine.write { transaction throws(StorageError) in try transaction.insert(job) }
    }

    @Test func `while a service is unreachable, one job probes it after each pause, and all run once it is back`()
        async throws
    {
        let service = Service()
        let runner = service.runner(storage, log)
        for number in 0..<20 { try await enqueue("\(number)", for: "ill") }
        // A place that is free before the third failure is recorded is taken.
        let attempts = try await runner.runDue()
        #expect((CircuitBreaker.threshold..<CircuitBreaker.threshold + 3).contains(attempts))
        #expect(try await runner.runDue() == 0)
        storage.clock.advance(by: CircuitBreaker.initialPause)
        #expect(try await runner.runDue() == 1)
        #expect(service.pauses.withLock(\.self) == ["ill true"])
        service.isBack.withLock { $0 = true }
        storage.clock.advance(by: CircuitBreaker.maxPause)
        #expect(try await runner.runDue() == 20)
        #expect(service.pauses.withLock(\.self) == ["ill true", "ill false"])
        #expect(log.reported == attempts + 1 && Set(service.attempts.withLock(\.self)).count == 20)
    }

    @Test func `jobs that ask no service do not end its pause`() async throws {
        let service = Service()
        let runner = service.runner(storage, log)
        for number in 0..<3 { try await enqueue("\(number)", for: "ill") }
        _ = try await runner.runDue()
        // They are due before the retries.
        for number in 0..<3 { try await enqueue("expired \(number)", for: "ill") }
        storage.clock.advance(by: CircuitBreaker.initialPause)
        let attempts = service.attempts.withLock(\.count)
        #expect(try await runner.runDue() == 4)
        #expect(service.attempts.withLock(\.count) == attempts + 1)
        #expect(service.pauses.withLock(\.self) == ["ill true"])
    }

    @Test func `an unreachable destination pauses no other`() async throws {
        let service = Service()
        let runner = service.runner(storage, log)
        for number in 0..<20 { try await enqueue("ill \(number)", for: "ill") }
        for number in 0..<20 { try await enqueue("well \(number)", for: "well") }
        #expect((20 + CircuitBreaker.threshold..<40).contains(try await runner.runDue()))
        #expect(service.attempts.withLock { $0.filter { $0.hasPrefix("well") }.count } == 20)
        #expect(service.pauses.withLock(\.self) == ["ill true"])
    }

    @Test func `one job that always fails pauses no others`() async throws {
        let service = Service()
        let runner = service.runner(storage, log)
        try await enqueue("only", for: "ill")
        for _ in 0..<10 {
            #expect(try await runner.runDue() == 1)
            storage.clock.advance(by: 1)
        }
        #expect(service.pauses.withLock(\.self) == [])
    }
}
