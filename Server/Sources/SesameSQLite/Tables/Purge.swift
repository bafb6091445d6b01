import Foundation
import SesameAccounts

extension SQLiteTransaction {
    func purge(_ terms: PurgeCutoffs, limit: Int) throws(StorageError) -> Bool {
        var isMore = false
        for kind in Self.perishables {
            let before = kind.term(terms)
            if let keep = kind.keep {
                var keeping = try connection.prepare(keep)
                keeping.bind("before", before)
                keeping.bind("limit", max(0, limit))
                try keeping.run()
            }
            var deletion = try connection.prepare(kind.delete)
            deletion.bind("before", before)
            deletion.bind("limit", max(0, limit))
            try deletion.run()
            if connection.changes > 0 { traces.hasErased = true }
            guard connection.changes >= limit, !isMore else { continue }
            var rest = try connection.prepare(kind.rest)
            rest.bind("before", before)
            isMore = try rest.next()
        }
        return isMore
    }

    /// A kind of row that is removed by age, with the statements that remove it and that check whether more rows
    /// remain.
    private struct ExpiringRows: Sendable {
        let term: @Sendable (PurgeCutoffs) -> Date
        /// The statement that copies values to other tables before the rows are deleted; nil if nothing is kept.
        var keep: StaticString?
        let delete: StaticString
        let rest: StaticString
    }

    private static let perishables = [
        ExpiringRows(
            term: \.expiredBefore,
            delete: """
                DELETE FROM spent_nonces WHERE (expires_at, digest) IN
                (SELECT expires_at, digest FROM spent_nonces
                WHERE expires_at < :before ORDER BY expires_at LIMIT :limit)
                """,
            rest: "SELECT 1 FROM spent_nonces WHERE expires_at < :before LIMIT 1"),
        ExpiringRows(
            term: \.expiredBefore,
            delete: """
                DELETE FROM tickets WHERE digest IN
                (SELECT digest FROM tickets WHERE expires_at < :before ORDER BY expires_at LIMIT :limit)
                """,
            rest: "SELECT 1 FROM tickets WHERE expires_at < :before LIMIT 1"),
        ExpiringRows(
            term: \.expiredBefore,
            delete: """
                DELETE FROM codes WHERE slot IN
                (SELECT slot FROM codes WHERE expires_at < :before ORDER BY expires_at LIMIT :limit)
                """,
            rest: "SELECT 1 FROM codes WHERE expires_at < :before LIMIT 1"),
        ExpiringRows(
            term: \.expiredBefore,
            delete: """
                DELETE FROM used_tokens WHERE (expires_at, digest, app) IN
                (SELECT expires_at, digest, app FROM used_tokens
                WHERE expires_at < :before ORDER BY expires_at LIMIT :limit)
                """,
            rest: "SELECT 1 FROM used_tokens WHERE expires_at < :before LIMIT 1"),
        ExpiringRows(
            term: \.expiredBefore,
            delete: """
                DELETE FROM flows WHERE digest IN
                (SELECT digest FROM flows WHERE expires_at < :before ORDER BY expires_at LIMIT :limit)
                """,
            rest: "SELECT 1 FROM flows WHERE expires_at < :before LIMIT 1"),
        // Today's counters are in use, and so are yesterday's if the clock is set back across midnight.
        ExpiringRows(
            term: \.expiredBefore,
            delete: """
                DELETE FROM message_counts WHERE (day, key, scope, channel, app) IN
                (SELECT day, key, scope, channel, app FROM message_counts
                WHERE day < :before / 86400000 - 1 ORDER BY day LIMIT :limit)
                """,
            rest: "SELECT 1 FROM message_counts WHERE day < :before / 86400000 - 1 LIMIT 1"),
        ExpiringRows(
            term: \.expiredBefore,
            delete: """
                DELETE FROM merges WHERE (account, app) IN
                (SELECT account, app FROM merges WHERE expires_at < :before ORDER BY expires_at LIMIT :limit)
                """,
            rest: "SELECT 1 FROM merges WHERE expires_at < :before LIMIT 1"),
        ExpiringRows(
            term: \.expiredBefore,
            delete: """
                DELETE FROM devices WHERE (session, installation) IN
                (SELECT session, installation FROM devices
                WHERE expires_at < :before ORDER BY expires_at LIMIT :limit)
                """,
            rest: "SELECT 1 FROM devices WHERE expires_at < :before LIMIT 1"),
        ExpiringRows(
            term: \.expiredBefore,
            delete: """
                DELETE FROM pushes WHERE id IN
                (SELECT id FROM pushes WHERE expires_at < :before ORDER BY expires_at LIMIT :limit)
                """,
            rest: "SELECT 1 FROM pushes WHERE expires_at < :before LIMIT 1"),
        // The index finds rows by the day; the time decides within the last day.
        ExpiringRows(
            term: \.sessionsBefore,
            keep: """
                UPDATE accounts SET last_sign_in_at = max(last_sign_in_at,
                    coalesce((SELECT max(s.created_at) FROM sessions AS s WHERE s.account = accounts.id
                    AND s.app = accounts.app AND s.second_factor IS NOT 'awaited'), 0))
                WHERE (id, app) IN
                (SELECT account, app FROM sessions
                WHERE purge_day <= :before / 86400000 AND min(expires_at, idle_expires_at) < :before
                ORDER BY purge_day LIMIT :limit)
                """,
            delete: """
                DELETE FROM sessions WHERE number IN
                (SELECT number FROM sessions
                WHERE purge_day <= :before / 86400000 AND min(expires_at, idle_expires_at) < :before
                ORDER BY purge_day LIMIT :limit)
                """,
            rest: """
                SELECT 1 FROM sessions
                WHERE purge_day <= :before / 86400000 AND min(expires_at, idle_expires_at) < :before LIMIT 1
                """),
        // The oldest rows come first. A row dated in the future by a wrong clock stays until its time, and so do the
        // rows behind it.
        ExpiringRows(
            term: \.eventsBefore,
            delete: """
                DELETE FROM events WHERE id IN
                (SELECT id FROM (SELECT id, at FROM events ORDER BY id LIMIT :limit) WHERE at < :before)
                """,
            rest: "SELECT 1 FROM (SELECT at FROM events ORDER BY id LIMIT 1) WHERE at < :before"),
        ExpiringRows(
            term: \.eventsBefore,
            delete: """
                DELETE FROM admin_keys WHERE id IN
                (SELECT id FROM admin_keys
                WHERE min(expires_at, ifnull(revoked_at, expires_at)) < :before LIMIT :limit)
                """,
            rest: "SELECT 1 FROM admin_keys WHERE min(expires_at, ifnull(revoked_at, expires_at)) < :before LIMIT 1"),
        ExpiringRows(
            term: \.tombstonesBefore,
            delete: """
                DELETE FROM tombstones WHERE digest IN
                (SELECT digest FROM tombstones WHERE at < :before ORDER BY at LIMIT :limit)
                """,
            rest: "SELECT 1 FROM tombstones WHERE at < :before LIMIT 1"),
    ]
}
