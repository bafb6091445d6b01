import Foundation
import SesameAccounts

extension SQLiteReading {
    func accounts(matching query: AccountQuery) throws(StorageError) -> AccountPage {
        if let email = query.email { return try accounts(matching: query, withEmail: email) }
        guard let range = try nextAccounts(after: query.after) else { return AccountPage(accounts: [], next: nil) }
        let ids = try ids(matching: query, from: range.first, through: range.last, limit: query.limit)
        let isFull = ids.count >= query.limit
        let next = isFull ? ids.last : range.isEnd ? nil : range.last
        return AccountPage(accounts: try records(ids, in: query.app), next: next)
    }

    /// Returns a page of the accounts with an address. It is never cut, because an index finds them all.
    private func accounts(matching query: AccountQuery, withEmail email: String) throws(StorageError) -> AccountPage {
        var ids: [AccountID] = []
        for id in try accounts(withEmail: email, in: query.app) where ids.count < query.limit {
            if let after = query.after, !after.description.utf8.lexicographicallyPrecedes(id.description.utf8) {
                continue
            }
            ids += try self.ids(matching: query, from: id, through: id, limit: 1)
        }
        let isFull = ids.count >= query.limit
        return AccountPage(accounts: try records(ids, in: query.app), next: isFull ? ids.last : nil)
    }

    /// Returns the first ids of a range that match the query, without regard to its address. The plus signs keep
    /// SQLite from reading the whole app along another index.
    private func ids(
        matching query: AccountQuery, from first: AccountID, through last: AccountID, limit: Int
    ) throws(StorageError) -> [AccountID] {
        var row = try connection.prepare(
            """
            SELECT id FROM accounts AS a WHERE id >= :first AND id <= :last AND +app = :app
                AND (:disabled IS NULL OR (disabled_at IS NOT NULL) = :disabled)
                AND +created_at >= :since AND +created_at < :until
                AND (:method IS NULL OR (
                    (SELECT count(*) FROM identities AS i WHERE i.account = a.id AND i.app = a.app
                    AND (:method = 'anonymous' OR i.provider = :method))
                    + (SELECT count(*) FROM logins AS l WHERE l.account = a.id AND l.app = a.app
                    AND (:method = 'anonymous' OR :method
                        = iif(l.kind <> 'email', l.kind, iif(l.password IS NULL, 'email_link', 'password')))))
                    = 0 = (:method = 'anonymous'))
            ORDER BY id LIMIT :limit
            """)
        row.bind("first", first.description)
        row.bind("last", last.description)
        row.bind("app", query.app.description)
        row.bind("disabled", query.isDisabled.map { $0 ? 1 : 0 } as Int64?)
        row.bind("since", query.createdSince?.millisecondsSince1970 ?? .min)
        row.bind("until", query.createdUntil?.millisecondsSince1970 ?? .max)
        row.bind("method", query.method?.rawValue)
        row.bind("limit", max(0, limit))
        var ids: [AccountID] = []
        while try row.next() { ids.append(AccountID(row.text("id"))) }
        return ids
    }

    private func records(_ ids: [AccountID], in app: AppID) throws(StorageError) -> [AccountRecord] {
        var records: [AccountRecord] = []
        for id in ids {
            guard let account = try account(id, in: app) else { continue }
            records.append(
                AccountRecord(
                    account: account, identities: try identities(of: id, in: app),
                    logins: try logins(of: id, in: app), factors: try secondFactors(of: id, in: app)))
        }
        return records
    }

    /// Returns the range of the next `AccountQuery.maxScanned` ids of all apps, and true if fewer ids than that remain;
    /// nil if no id follows.
    private func nextAccounts(
        after id: AccountID?
    ) throws(StorageError) -> (first: AccountID, last: AccountID, isEnd: Bool)? {
        var row = try connection.prepare(
            """
            SELECT min(id) AS first, max(id) AS last, count(*) AS count FROM (SELECT id FROM accounts
            WHERE id > :after ORDER BY id LIMIT :limit)
            """)
        row.bind("after", id?.description ?? "")
        row.bind("limit", AccountQuery.maxScanned)
        guard try row.next(), !row.isNull("last") else { return nil }
        let isEnd = row.integer("count") < AccountQuery.maxScanned
        return (AccountID(row.text("first")), AccountID(row.text("last")), isEnd)
    }
}
