import Foundation
import SesameAccounts

extension SQLiteReading {
    func accounts(matching query: AccountQuery) throws(StorageError) -> AccountPage {
        let after = query.after?.description ?? ""
        let last = try lastAccount(after: after)
        var ids: [AccountID] = []
        do {
            var row = try connection.prepare(
                """
                SELECT id FROM accounts AS a WHERE id > :after AND id <= :last AND app = :app
                    AND (:disabled IS NULL OR (disabled_at IS NOT NULL) = :disabled)
                    AND created_at >= :since AND created_at < :until
                    AND (:method IS NULL OR (
                        (SELECT count(*) FROM identities AS i WHERE i.account = a.id AND i.app = a.app
                        AND (:method = 'anonymous' OR i.provider = :method))
                        + (SELECT count(*) FROM logins AS l WHERE l.account = a.id AND l.app = a.app
                        AND (:method = 'anonymous' OR :method
                            = iif(l.kind <> 'email', l.kind, iif(l.password IS NULL, 'email_link', 'password')))))
                        = 0 = (:method = 'anonymous'))
                    AND (:email IS NULL
                        OR EXISTS (SELECT 1 FROM identities AS i WHERE i.account = a.id AND i.app = a.app
                        AND i.email = :email COLLATE NOCASE)
                        OR EXISTS (SELECT 1 FROM logins AS l WHERE l.account = a.id AND l.app = a.app
                        AND l.kind = 'email' AND l.name = :email COLLATE NOCASE))
                ORDER BY id LIMIT :limit
                """)
            row.bind("after", after)
            row.bind("last", last?.id ?? after)
            row.bind("app", query.app.description)
            row.bind("disabled", query.isDisabled.map { $0 ? 1 : 0 } as Int64?)
            row.bind("since", query.createdSince?.millisecondsSince1970 ?? .min)
            row.bind("until", query.createdUntil?.millisecondsSince1970 ?? .max)
            row.bind("method", query.method?.rawValue)
            row.bind("email", query.email)
            row.bind("limit", max(0, query.limit))
            while try row.next() { ids.append(AccountID(row.text("id"))) }
        }
        var views: [AccountRecord] = []
        for id in ids {
            guard let account = try account(id, in: query.app) else { continue }
            views.append(
                AccountRecord(
                    account: account, identities: try identities(of: id, in: query.app),
                    logins: try logins(of: id, in: query.app),
                    factors: try secondFactors(of: id, in: query.app)))
        }
        if ids.count >= query.limit { return AccountPage(accounts: views, next: ids.last) }
        return AccountPage(accounts: views, next: last.flatMap { $0.isEnd ? nil : AccountID($0.id) })
    }

    /// Returns the last id in a scan of the next `AccountQuery.maxScanned` accounts of all apps, and true if fewer
    /// accounts than that remain; nil if no account follows `id`.
    private func lastAccount(after id: String) throws(StorageError) -> (id: String, isEnd: Bool)? {
        var row = try connection.prepare(
            """
            SELECT max(id) AS last, count(*) AS count FROM (SELECT id FROM accounts
            WHERE id > :after ORDER BY id LIMIT :limit)
            """)
        row.bind("after", id)
        row.bind("limit", AccountQuery.maxScanned)
        guard try row.next(), !row.isNull("last") else { return nil }
        return (row.text("last"), row.integer("count") < AccountQuery.maxScanned)
    }
}
