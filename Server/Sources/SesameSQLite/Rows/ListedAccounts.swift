import Foundation
import SesameAccounts

extension SQLiteReading {
    func listedAccounts(
        in app: AppID, by order: AccountListOrder, after: ListedAccount?, limit: Int
    ) throws(StorageError) -> [ListedAccount] {
        var accounts: [ListedAccount] = []
        for id in try accountIDs(in: app, by: order, behind: after, limit: max(0, limit)) {
            if let account = try listedAccount(id, in: app) { accounts.append(account) }
        }
        return accounts
    }

    func listedAccount(_ id: AccountID, in app: AppID) throws(StorageError) -> ListedAccount? {
        var row = try connection.prepare(
            """
            SELECT created_at,
                max(last_sign_in_at, coalesce(
                    (SELECT s.created_at FROM sessions AS s WHERE s.account = accounts.id AND s.app = accounts.app
                    AND s.second_factor IS NOT 'awaited' ORDER BY s.created_at DESC, s.id DESC LIMIT 1),
                    last_sign_in_at)),
                disabled_at, name, email, phone
            FROM accounts WHERE app = ? AND id = ?
            """)
        row.bind(app.description)
        row.bind(id.description)
        guard try row.next() else { return nil }
        return ListedAccount(
            id: id, createdAt: row.date(0), lastSignInAt: row.date(1), disabledAt: row.optionalDate(2),
            name: row.text(3), email: row.text(4), phone: row.text(5))
    }

    /// The ids alone, out of the order's index.
    private func accountIDs(
        in app: AppID, by order: AccountListOrder, behind start: ListedAccount?, limit: Int
    ) throws(StorageError) -> [AccountID] {
        var row: Statement
        if let start {
            row = try connection.prepare(AccountListStatements.behind(order))
            row.bind(app.description)
            switch order.key {
            case .createdAt: break
            case .name: row.bind(start.name)
            case .email: row.bind(start.email)
            case .phone: row.bind(start.phone)
            }
            row.bind(start.createdAt)
            row.bind(start.id.description)
        } else {
            row = try connection.prepare(AccountListStatements.first(order))
            row.bind(app.description)
        }
        row.bind(limit)
        var ids: [AccountID] = []
        while try row.next() { ids.append(AccountID(row.text(0))) }
        return ids
    }
}

/// The statements by which accounts are gone through, one for each order: they are compiled once and cannot be put
/// together at run time.
enum AccountListStatements {
    /// From the first account of an app: its id, and how many.
    static func first(_ order: AccountListOrder) -> StaticString {
        switch (order.key, order.isDescending) {
        case (.createdAt, false): "SELECT id FROM accounts WHERE app = ? ORDER BY created_at, id LIMIT ?"
        case (.createdAt, true): "SELECT id FROM accounts WHERE app = ? ORDER BY created_at DESC, id DESC LIMIT ?"
        case (.name, false): "SELECT id FROM accounts WHERE app = ? ORDER BY name, created_at, id LIMIT ?"
        case (.name, true):
            "SELECT id FROM accounts WHERE app = ? ORDER BY name DESC, created_at DESC, id DESC LIMIT ?"
        case (.email, false): "SELECT id FROM accounts WHERE app = ? ORDER BY email, created_at, id LIMIT ?"
        case (.email, true):
            "SELECT id FROM accounts WHERE app = ? ORDER BY email DESC, created_at DESC, id DESC LIMIT ?"
        case (.phone, false): "SELECT id FROM accounts WHERE app = ? ORDER BY phone, created_at, id LIMIT ?"
        case (.phone, true):
            "SELECT id FROM accounts WHERE app = ? ORDER BY phone DESC, created_at DESC, id DESC LIMIT ?"
        }
    }

    /// Behind one: the app, what that one is ordered by, and how many.
    static func behind(_ order: AccountListOrder) -> StaticString {
        switch (order.key, order.isDescending) {
        case (.createdAt, false):
            """
            SELECT id FROM accounts WHERE app = ? AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?
            """
        case (.createdAt, true):
            """
            SELECT id FROM accounts WHERE app = ? AND (created_at, id) < (?, ?)
            ORDER BY created_at DESC, id DESC LIMIT ?
            """
        case (.name, false):
            """
            SELECT id FROM accounts WHERE app = ? AND (name, created_at, id) > (?, ?, ?)
            ORDER BY name, created_at, id LIMIT ?
            """
        case (.name, true):
            """
            SELECT id FROM accounts WHERE app = ? AND (name, created_at, id) < (?, ?, ?)
            ORDER BY name DESC, created_at DESC, id DESC LIMIT ?
            """
        case (.email, false):
            """
            SELECT id FROM accounts WHERE app = ? AND (email, created_at, id) > (?, ?, ?)
            ORDER BY email, created_at, id LIMIT ?
            """
        case (.email, true):
            """
            SELECT id FROM accounts WHERE app = ? AND (email, created_at, id) < (?, ?, ?)
            ORDER BY email DESC, created_at DESC, id DESC LIMIT ?
            """
        case (.phone, false):
            """
            SELECT id FROM accounts WHERE app = ? AND (phone, created_at, id) > (?, ?, ?)
            ORDER BY phone, created_at, id LIMIT ?
            """
        case (.phone, true):
            """
            SELECT id FROM accounts WHERE app = ? AND (phone, created_at, id) < (?, ?, ?)
            ORDER BY phone DESC, created_at DESC, id DESC LIMIT ?
            """
        }
    }
}

extension SQLiteReading {
    func accountCount(in app: AppID, upTo most: Int) throws(StorageError) -> Int {
        var row = try connection.prepare("SELECT count(*) FROM (SELECT 1 FROM accounts WHERE app = ? LIMIT ?)")
        row.bind(app.description)
        row.bind(most)
        return try row.next() ? row.integer(0) : 0
    }
}

extension SQLiteTransaction {
    /// Writes what stands of an account in lists, behind a change of what that is made of. Each column has an index of its
    /// own, which is touched only where the column changes.
    func list(_ account: AccountID, in app: AppID) throws(StorageError) {
        let person = ListedPerson(
            identities: try identities(of: account, in: app), logins: try logins(of: account, in: app),
            displayName: try displayName(of: account, in: app))
        let changes: [(StaticString, String)] = [
            ("UPDATE accounts SET name = ?1 WHERE app = ?2 AND id = ?3 AND name <> ?1", person.name),
            ("UPDATE accounts SET email = ?1 WHERE app = ?2 AND id = ?3 AND email <> ?1", person.email),
            ("UPDATE accounts SET phone = ?1 WHERE app = ?2 AND id = ?3 AND phone <> ?1", person.phone),
        ]
        for (statement, value) in changes {
            var row = try connection.prepare(statement)
            row.bind(value)
            row.bind(app.description)
            row.bind(account.description)
            try row.run()
        }
    }

    private func displayName(of account: AccountID, in app: AppID) throws(StorageError) -> String? {
        var row = try connection.prepare("SELECT display_name FROM account_details WHERE app = ? AND account = ?")
        row.bind(app.description)
        row.bind(account.description)
        return try row.next() ? row.optionalText(0) : nil
    }
}
