import Foundation
import SesameAccounts

extension SQLiteReading {
    func dueJobs(of kind: JobKind, at now: Date, limit: Int) throws(StorageError) -> [Job] {
        var row = try connection.prepare(
            """
            SELECT id, kind, key, payload, due_at, failures FROM jobs
            WHERE kind = :kind AND due_at <= :now ORDER BY due_at, id LIMIT :limit
            """)
        row.bind("kind", kind.rawValue)
        row.bind("now", now)
        row.bind("limit", max(0, limit))
        var jobs: [Job] = []
        while try row.next() {
            jobs.append(
                Job(
                    id: row.integer64("id"), kind: JobKind(rawValue: row.text("kind")), key: row.text("key"),
                    payload: row.bytes("payload"), dueAt: row.date("due_at"), failures: row.integer("failures")))
        }
        return jobs
    }

    func firstDueTimes() throws(StorageError) -> [JobKind: Date] {
        // Goes from kind to kind along the index; a million jobs of one kind are one step.
        var row = try connection.prepare(
            """
            WITH RECURSIVE kinds (kind) AS (SELECT min(kind) FROM jobs
                UNION ALL SELECT (SELECT min(kind) FROM jobs WHERE kind > kinds.kind) FROM kinds
                WHERE kinds.kind IS NOT NULL)
            SELECT kind, (SELECT min(due_at) FROM jobs WHERE jobs.kind = kinds.kind) AS due_at
            FROM kinds WHERE kind IS NOT NULL
            """)
        var times: [JobKind: Date] = [:]
        while try row.next() { times[JobKind(rawValue: row.text("kind"))] = row.date("due_at") }
        return times
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
            INSERT INTO jobs (kind, key, payload, due_at, failures)
                VALUES (:kind, :key, :payload, :due_at, :failures)
            ON CONFLICT (kind, key) DO UPDATE SET due_at = min(due_at, excluded.due_at)
            """)
        row.bind("kind", job.kind.rawValue)
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
