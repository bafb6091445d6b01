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
                SELECT id FROM accounts AS a WHERE id > ?1 AND id <= ?2 AND app = ?3
                    AND (?4 IS NULL OR (disabled_at IS NOT NULL) = ?4) AND created_at >= ?5 AND created_at < ?6
                    AND (?7 IS NULL OR ((SELECT count(*) FROM identities AS i WHERE i.account = a.id AND i.app = a.app
                        AND (?7 = 'anonymous' OR i.provider = ?7)) + (SELECT count(*) FROM logins AS l
                        WHERE l.account = a.id AND l.app = a.app AND (?7 = 'anonymous'
                        OR ?7 = iif(l.kind <> 'email', l.kind, iif(l.password IS NULL, 'email_link', 'password')))))
                        = 0 = (?7 = 'anonymous'))
                    AND (?8 IS NULL OR EXISTS (SELECT 1 FROM identities AS i
                        WHERE i.account = a.id AND i.app = a.app AND i.email = ?8 COLLATE NOCASE)
                        OR EXISTS (SELECT 1 FROM logins AS l
                        WHERE l.account = a.id AND l.app = a.app AND l.kind = 'email' AND l.name = ?8 COLLATE NOCASE))
                ORDER BY id LIMIT ?9
                """)
            row.bind(after)
            row.bind(last?.id ?? after)
            row.bind(query.app.description)
            row.bind(query.isDisabled.map { $0 ? 1 : 0 } as Int64?)
            row.bind(query.createdSince?.millisecondsSince1970 ?? .min)
            row.bind(query.createdUntil?.millisecondsSince1970 ?? .max)
            row.bind(query.method?.rawValue)
            row.bind(query.email)
            row.bind(max(0, query.limit))
            while try row.next() { ids.append(AccountID(row.text(0))) }
        }
        var views: [AccountView] = []
        for id in ids {
            guard let account = try account(id, in: query.app) else { continue }
            views.append(
                AccountView(
                    account: account, identities: try identities(of: id, in: query.app),
                    logins: try logins(of: id, in: query.app),
                    factors: try secondFactors(of: id, in: query.app)))
        }
        if ids.count >= query.limit { return AccountPage(accounts: views, next: ids.last) }
        return AccountPage(accounts: views, next: last.flatMap { $0.isEnd ? nil : AccountID($0.id) })
    }

    /// How far one page looks, among the accounts of all apps, and whether that is the end.
    private func lastAccount(after id: String) throws(StorageError) -> (id: String, isEnd: Bool)? {
        var row = try connection.prepare(
            "SELECT max(id), count(*) FROM (SELECT id FROM accounts WHERE id > ? ORDER BY id LIMIT ?)")
        row.bind(id)
        row.bind(AccountQuery.reach)
        guard try row.next(), !row.isNull(0) else { return nil }
        return (row.text(0), row.integer(1) < AccountQuery.reach)
    }
}
