import Foundation
import SesameAccounts

extension SQLiteReading {
    func accounts(matching query: AccountQuery) throws(StorageError) -> AccountPage {
        if let email = query.email { return try accounts(matching: query, withEmail: email) }
        var (ids, end) = ([AccountID](), AccountID?.none)
        if try accountCount(in: query.app, upTo: AccountQuery.maxScanned) < AccountQuery.maxScanned {
            ids = try self.ids(matching: query, AccountPageStatements.wholeApp) { row in
                row.bind("after", query.after?.description ?? "")
            }
        } else if let range = try nextAccounts(after: query.after) {
            ids = try self.ids(matching: query, from: range.first, through: range.last)
            end = range.isEnd ? nil : range.last
        }
        let isFull = ids.count >= query.limit
        return AccountPage(accounts: try records(ids, in: query.app), next: isFull ? ids.last : end)
    }

    /// Returns a page of the accounts with an address. It is never cut, because an index finds them all.
    private func accounts(matching query: AccountQuery, withEmail email: String) throws(StorageError) -> AccountPage {
        var ids: [AccountID] = []
        for id in try accounts(withEmail: email, in: query.app) where ids.count < query.limit {
            if let after = query.after, !after.description.utf8.lexicographicallyPrecedes(id.description.utf8) {
                continue
            }
            ids += try self.ids(matching: query, from: id, through: id)
        }
        let isFull = ids.count >= query.limit
        return AccountPage(accounts: try records(ids, in: query.app), next: isFull ? ids.last : nil)
    }

    private func ids(
        matching query: AccountQuery, from first: AccountID, through last: AccountID
    ) throws(StorageError) -> [AccountID] {
        try ids(matching: query, AccountPageStatements.range) { row in
            row.bind("first", first.description)
            row.bind("last", last.description)
        }
    }

    /// Returns the ids that the statement finds, and that match the query without regard to its address.
    private func ids(
        matching query: AccountQuery, _ statement: StaticString, _ bind: (inout Statement) -> Void
    ) throws(StorageError) -> [AccountID] {
        var row = try connection.prepare(statement)
        bind(&row)
        row.bind("app", query.app.description)
        row.bind("disabled", query.isDisabled.map { $0 ? 1 : 0 } as Int64?)
        row.bind("since", query.createdSince?.millisecondsSince1970 ?? .min)
        row.bind("until", query.createdUntil?.millisecondsSince1970 ?? .max)
        row.bind("method", query.method?.rawValue)
        row.bind("limit", max(0, query.limit))
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

/// The statements that find the accounts of a page.
enum AccountPageStatements {
    /// Returns the ids of an app's accounts with an address.
    static let byEmail: StaticString = """
        SELECT account FROM identities WHERE email = :email COLLATE NOCASE AND email IS NOT NULL AND app = :app
        UNION SELECT account FROM logins WHERE name = lower(:email) AND kind = 'email' AND app = :app
        ORDER BY account
        """
    /// Returns the matching ids of a range of ids. The plus signs keep SQLite from reading the whole app along another
    /// index.
    static let range: StaticString = """
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
        """

    /// Returns the matching ids of an app, which must be small: its accounts are read along the index of their age, and
    /// sorted. The plus sign keeps SQLite from reading the ids of all apps instead.
    static let wholeApp: StaticString = """
        SELECT id FROM accounts AS a WHERE app = :app AND +id > :after
            AND (:disabled IS NULL OR (disabled_at IS NOT NULL) = :disabled)
            AND created_at >= :since AND created_at < :until
            AND (:method IS NULL OR (
                (SELECT count(*) FROM identities AS i WHERE i.account = a.id AND i.app = a.app
                AND (:method = 'anonymous' OR i.provider = :method))
                + (SELECT count(*) FROM logins AS l WHERE l.account = a.id AND l.app = a.app
                AND (:method = 'anonymous' OR :method
                    = iif(l.kind <> 'email', l.kind, iif(l.password IS NULL, 'email_link', 'password')))))
                = 0 = (:method = 'anonymous'))
        ORDER BY id LIMIT :limit
        """
}
