import Foundation
import SesameAccounts

extension SQLiteReading {
    func dueJobs(in queue: JobQueueID, at now: Date, limit: Int) throws(StorageError) -> [Job] {
        var row = try connection.prepare(JobStatements.due)
        row.bind("kind", queue.kind.rawValue)
        row.bind("destination", queue.destination)
        row.bind("now", now)
        row.bind("limit", max(0, limit))
        var jobs: [Job] = []
        while try row.next() {
            jobs.append(
                Job(
                    id: row.integer64("id"), kind: JobKind(rawValue: row.text("kind")),
                    destination: row.text("destination"), key: row.text("key"), payload: row.bytes("payload"),
                    dueAt: row.date("due_at"), failures: row.integer("failures")))
        }
        return jobs
    }

    func firstDueTimes() throws(StorageError) -> [JobQueueID: Date] {
        var times: [JobQueueID: Date] = [:]
        var last: (kind: String, destination: String) = ("", "")
        // Goes from queue to queue along the index; a million jobs of one queue are one step.
        while true {
            var row = try connection.prepare(JobStatements.nextQueue)
            row.bind("kind", last.kind)
            row.bind("destination", last.destination)
            guard try row.next() else { return times }
            last = (row.text("kind"), row.text("destination"))
            times[JobQueueID(JobKind(rawValue: last.kind), destination: last.destination)] = row.date("due_at")
        }
    }

    func outbox(limit: Int) throws(StorageError) -> OutboxState {
        var row = try connection.prepare(
            "SELECT kind, count(*) AS count FROM (SELECT kind FROM jobs ORDER BY id LIMIT :limit) GROUP BY kind")
        row.bind("limit", max(0, limit))
        var jobs: [JobKind: Int] = [:]
        while try row.next() { jobs[JobKind(rawValue: row.text("kind"))] = row.integer("count") }
        return OutboxState(jobs: jobs, firstDueAt: try firstDueTimes())
    }
}

extension SQLiteTransaction {
    func insert(_ job: Job) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO jobs (kind, destination, key, payload, due_at, failures)
                VALUES (:kind, :destination, :key, :payload, :due_at, :failures)
            ON CONFLICT (kind, key) DO UPDATE SET due_at = min(due_at, excluded.due_at)
            """)
        row.bind("kind", job.kind.rawValue)
        row.bind("destination", job.destination)
        row.bind("key", job.key)
        row.bind("payload", job.payload)
        row.bind("due_at", job.dueAt)
        row.bind("failures", job.failures)
        try row.run()
    }

    func update(_ job: Job) throws(StorageError) {
        var row = try connection.prepare("UPDATE jobs SET due_at = :due_at, failures = :failures WHERE id = :id")
        row.bind("due_at", job.dueAt)
        row.bind("failures", job.failures)
        row.bind("id", job.id)
        try row.run()
    }

    func deleteJob(_ id: Int64) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM jobs WHERE id = :id")
        row.bind("id", id)
        try row.run()
    }
}

/// The statements that go through the queues of jobs.
enum JobStatements {
    static let due: StaticString = """
        SELECT id, kind, destination, key, payload, due_at, failures FROM jobs
        WHERE kind = :kind AND destination = :destination AND due_at <= :now ORDER BY due_at, id LIMIT :limit
        """

    /// Returns the queue after a given one, with the first due time.
    static let nextQueue: StaticString = """
        SELECT kind, destination, due_at FROM jobs WHERE (kind, destination) > (:kind, :destination)
        ORDER BY kind, destination, due_at LIMIT 1
        """
}
