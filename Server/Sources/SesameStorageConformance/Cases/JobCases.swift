import Foundation
import SesameAccounts

extension StorageConformance {
    static let jobCases: [StorageConformanceCase] = [
        StorageConformanceCase("a job keeps every field and gets a number") { storage, _ in
            let kind = JobKind(rawValue: StorageFixture.oddText)
            let payload = Array(UInt8.min ... .max)
            try await storage.add(
                Job(
                    kind: kind, destination: StorageFixture.oddText, key: StorageFixture.oddText, payload: payload,
                    dueAt: StorageFixture.time(0.001), failures: 3),
                Job(kind: .purge, key: "", dueAt: StorageFixture.time(0.002)))
            let queue = JobQueueID(kind, destination: StorageFixture.oddText)
            let odd = try await storage.dueJobs(in: queue, at: StorageFixture.time(1), limit: 10)
            let jobs = odd + (try await storage.dueJobs(at: StorageFixture.time(1), limit: 10))
            try expect(jobs.count, is: 2, "the number of jobs")
            try expect(Set(jobs.map(\.id)).count == 2, "two jobs have the same number")
            try expect(
                jobs[0],
                is: Job(
                    id: jobs[0].id, kind: kind, destination: StorageFixture.oddText, key: StorageFixture.oddText,
                    payload: payload, dueAt: StorageFixture.time(0.001), failures: 3), "the first job")
            try expect(
                jobs[1], is: Job(id: jobs[1].id, kind: .purge, key: "", dueAt: StorageFixture.time(0.002)),
                "the second job")
        },
        StorageConformanceCase("jobs of the same kind and key are one job: the first, due at the earlier time") {
            storage, _ in
            try await storage.add(Job(kind: .purge, key: "a", payload: [1], dueAt: StorageFixture.time(1)))
            try await storage.add(Job(kind: .purge, key: "a", payload: [2], dueAt: StorageFixture.time(0), failures: 9))
            try await storage.add(Job(kind: .rotateKeys, key: "a", dueAt: StorageFixture.time(2)))
            try await storage.add(Job(kind: .purge, key: "b", dueAt: StorageFixture.time(3)))
            let jobs = try await storage.dueJobs(at: StorageFixture.time(9), limit: 10)
            try expect(jobs.map(\.key), is: ["a", "b"], "the keys")
            let others = try await storage.dueJobs(in: JobQueueID(.rotateKeys), at: StorageFixture.time(9), limit: 10)
            try expect(others.map(\.key), is: ["a"], "the key of the other kind")
            try expect(jobs[0].payload, is: [1], "the first job's payload")
            try expect(jobs[0].failures, is: 0, "its failures")
            try expect(jobs[0].dueAt, is: StorageFixture.time(0), "its due time")
        },
        StorageConformanceCase("due jobs are listed, longest due first, up to the limit") { storage, _ in
            for (key, due) in [("c", 30.0), ("a", 10), ("d", 40), ("b", 20)] {
                try await storage.add(Job(kind: .purge, key: key, dueAt: StorageFixture.time(due)))
            }
            let expected: [(at: Double, limit: Int, keys: [String])] = [
                (9.999, 10, []), (10, 10, ["a"]), (39.999, 10, ["a", "b", "c"]), (40, 10, ["a", "b", "c", "d"]),
                (40, 2, ["a", "b"]), (40, 0, []),
            ]
            for (at, limit, keys) in expected {
                let jobs = try await storage.dueJobs(at: StorageFixture.time(at), limit: limit)
                try expect(jobs.map(\.key), is: keys, "the jobs due at \(at), at most \(limit)")
            }
        },
        StorageConformanceCase("the jobs of the outbox are counted by kind, due or not, up to the limit") {
            storage, _ in
            let empty = try await storage.read { reader throws(StorageError) in try reader.outbox(limit: 10) }
            try expect(empty, is: OutboxState(jobs: [:], firstDueAt: [:]), "an empty outbox")
            let kind = JobKind(rawValue: StorageFixture.oddText)
            try await storage.add(
                Job(kind: .purge, key: "a", dueAt: StorageFixture.time(3)),
                Job(kind: .purge, key: "b", dueAt: StorageFixture.time(2)),
                Job(kind: kind, key: "a", dueAt: StorageFixture.time(1.001)))
            let all = try await storage.read { reader throws(StorageError) in try reader.outbox(limit: 10) }
            try expect(all.jobs[.purge], is: 2, "the purge jobs")
            try expect(all.jobs[kind], is: 1, "the jobs of an unusual kind")
            try expect(all.jobs.count, is: 2, "the kinds")
            try expect(all.firstDueAt.count, is: 2, "the number of first due times")
            try expect(all.firstDueAt[JobQueueID(.purge)], is: StorageFixture.time(2), "the purge jobs' first due time")
            try expect(all.firstDueAt[JobQueueID(kind)], is: StorageFixture.time(1.001), "the other first due time")
            let some = try await storage.read { reader throws(StorageError) in try reader.outbox(limit: 2) }
            try expect(some.jobs, is: [.purge: 2], "the oldest two jobs")
            try expect(some.firstDueAt == all.firstDueAt, "the limit changes the first due times")
        },
        StorageConformanceCase("the jobs of each kind and destination are a queue of their own") { storage, _ in
            let queues = [
                JobQueueID(.purge), JobQueueID(.sendPush, destination: "a"), JobQueueID(.sendPush, destination: "b"),
                JobQueueID(.sendSMS), JobQueueID(.sendSMS, destination: "a"),
            ]
            for (number, queue) in queues.enumerated() {
                for key in ["first", "second"] {
                    try await storage.add(
                        Job(
                            kind: queue.kind, destination: queue.destination, key: "\(key) \(queue.destination)",
                            dueAt: StorageFixture.time(Double(number) + (key == "first" ? 0 : 10))))
                }
            }
            let times = try await storage.read { reader throws(StorageError) in try reader.firstDueTimes() }
            try expect(times.count, is: queues.count, "the number of queues")
            for (number, queue) in queues.enumerated() {
                try expect(times[queue], is: StorageFixture.time(Double(number)), "the first due time of \(queue)")
                let jobs = try await storage.dueJobs(in: queue, at: StorageFixture.time(99), limit: 9)
                try expect(
                    jobs.map(\.key), is: ["first \(queue.destination)", "second \(queue.destination)"],
                    "the jobs of \(queue)")
            }
        },
        StorageConformanceCase("an update writes only a job's due time and failures") { storage, _ in
            try await storage.add(
                Job(kind: .purge, key: "a", payload: [1], dueAt: StorageFixture.time(1)),
                Job(kind: .purge, key: "b", dueAt: StorageFixture.time(2)))
            let jobs = try await storage.dueJobs(at: StorageFixture.time(5), limit: 10)
            let moved = Job(
                id: jobs[0].id, kind: .rotateKeys, key: "x", payload: [9], dueAt: StorageFixture.time(3), failures: 4)
            try await storage.write { transaction throws(StorageError) in try transaction.update(moved) }
            var expected = jobs[0]
            expected.dueAt = StorageFixture.time(3)
            expected.failures = 4
            let after = try await storage.dueJobs(at: StorageFixture.time(5), limit: 10)
            try expect(after, is: [jobs[1], expected], "the jobs")
        },
        StorageConformanceCase("a deleted job is gone, and its kind and key can be used again") { storage, _ in
            try await storage.add(
                Job(kind: .purge, key: "a", dueAt: StorageFixture.time(1)),
                Job(kind: .purge, key: "b", dueAt: StorageFixture.time(2)))
            let jobs = try await storage.dueJobs(at: StorageFixture.time(5), limit: 10)
            let (first, last) = (jobs[0].id, jobs[1].id)
            try await storage.write { transaction throws(StorageError) in
                try transaction.deleteJob(last)
                try transaction.deleteJob(1_000_000)
            }
            let left = try await storage.dueJobs(at: StorageFixture.time(5), limit: 10)
            try expect(left, is: [jobs[0]], "the remaining job")
            try await storage.add(Job(kind: .purge, key: "b", dueAt: StorageFixture.time(3)))
            let again = try await storage.dueJobs(at: StorageFixture.time(5), limit: 10)
            try expect(again.map(\.key), is: ["a", "b"], "the jobs")
            try expect(again[1].id != last && again[1].id != first, "a job has the number of a deleted one")
        },
    ]
}

extension Storage {
    func dueJobs(
        in queue: JobQueueID = JobQueueID(.purge), at now: Date, limit: Int
    ) async throws(StorageError) -> [Job] {
        try await read { reader throws(StorageError) in try reader.dueJobs(in: queue, at: now, limit: limit) }
    }
}
