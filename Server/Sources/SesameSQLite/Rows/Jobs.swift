import Foundation
import SesameAccounts

extension SQLiteReading {
    func dueJobs(at now: Date, limit: Int) throws(StorageError) -> [Job] {
        var row = try connection.prepare(
            """
            SELECT id, kind, key, payload, due_at, failures FROM jobs
            WHERE due_at <= ? ORDER BY due_at, id LIMIT ?
            """)
        row.bind(now)
        row.bind(max(0, limit))
        var jobs: [Job] = []
        while try row.next() {
            jobs.append(
                Job(
                    id: row.integer64(0), kind: JobKind(rawValue: row.text(1)), key: row.text(2),
                    payload: row.bytes(3), dueAt: row.date(4), failures: row.integer(5)))
        }
        return jobs
    }

    func outbox(limit: Int) throws(StorageError) -> OutboxState {
        var row = try connection.prepare(
            "SELECT kind, count(*) FROM (SELECT kind FROM jobs ORDER BY id LIMIT ?) GROUP BY kind")
        row.bind(max(0, limit))
        var jobs: [JobKind: Int] = [:]
        while try row.next() { jobs[JobKind(rawValue: row.text(0))] = row.integer(1) }
        var first = try connection.prepare("SELECT min(due_at) FROM jobs")
        return OutboxState(jobs: jobs, firstDueAt: try first.next() ? first.optionalDate(0) : nil)
    }
}

extension SQLiteTransaction {
    func insert(_ job: Job) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO jobs (kind, key, payload, due_at, failures) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (kind, key) DO UPDATE SET due_at = min(due_at, excluded.due_at)
            """)
        row.bind(job.kind.rawValue)
        row.bind(job.key)
        row.bind(job.payload)
        row.bind(job.dueAt)
        row.bind(job.failures)
        try row.run()
    }

    func update(_ job: Job) throws(StorageError) {
        var row = try connection.prepare("UPDATE jobs SET due_at = ?, failures = ? WHERE id = ?")
        row.bind(job.dueAt)
        row.bind(job.failures)
        row.bind(job.id)
        try row.run()
    }

    func deleteJob(_ id: Int64) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM jobs WHERE id = ?")
        row.bind(id)
        try row.run()
    }
}
