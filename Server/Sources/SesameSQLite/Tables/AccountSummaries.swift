import Foundation
import SesameAccounts

extension SQLiteReading {
    func listedAccounts(
        in app: AppID, by order: AccountSortOrder, after: AccountSummary?, limit: Int
    ) throws(StorageError) -> [AccountSummary] {
        var accounts: [AccountSummary] = []
        for id in try accountIDs(in: app, by: order, behind: after, limit: max(0, limit)) {
            if let account = try listedAccount(id, in: app) { accounts.append(account) }
        }
        return accounts
    }

    func listedAccount(_ id: AccountID, in app: AppID) throws(StorageError) -> AccountSummary? {
        var row = try connection.prepare(
            """
            SELECT created_at,
                max(last_sign_in_at, coalesce(
                    (SELECT s.created_at FROM sessions AS s WHERE s.account = accounts.id AND s.app = accounts.app
                    AND s.second_factor IS NOT 'awaited' ORDER BY s.created_at DESC, s.id DESC LIMIT 1),
                    last_sign_in_at)) AS signed_in_at,
                disabled_at, name, email, phone
            FROM accounts WHERE app = :app AND id = :id
            """)
        row.bind("app", app.description)
        row.bind("id", id.description)
        guard try row.next() else { return nil }
        return AccountSummary(
            id: id, createdAt: row.date("created_at"), lastSignInAt: row.date("signed_in_at"),
            disabledAt: row.optionalDate("disabled_at"),
            name: row.text("name"), email: row.text("email"), phone: row.text("phone"))
    }

    /// Returns the ids of an app's accounts in the given order, read only from an index.
    private func accountIDs(
        in app: AppID, by order: AccountSortOrder, behind start: AccountSummary?, limit: Int
    ) throws(StorageError) -> [AccountID] {
        var row: Statement
        if let start {
            row = try connection.prepare(AccountListStatements.behind(order))
            row.bind("app", app.description)
            switch order.key {
            case .createdAt: break
            case .name: row.bind("name", start.name)
            case .email: row.bind("email", start.email)
            case .phone: row.bind("phone", start.phone)
            }
            row.bind("created_at", start.createdAt)
            row.bind("id", start.id.description)
        } else {
            row = try connection.prepare(AccountListStatements.first(order))
            row.bind("app", app.description)
        }
        row.bind("limit", limit)
        var ids: [AccountID] = []
        while try row.next() { ids.append(AccountID(row.text("id"))) }
        return ids
    }
}

/// The statements that page through accounts, one for each order, because a statement is compiled once and cannot be
/// built at run time.
enum AccountListStatements {
    /// Returns the statement for the first page of an app's accounts.
    static func first(_ order: AccountSortOrder) -> StaticString {
        switch (order.key, order.isDescending) {
        case (.createdAt, false): "SELECT id FROM accounts WHERE app = :app ORDER BY created_at, id LIMIT :limit"
        case (.createdAt, true):
            "SELECT id FROM accounts WHERE app = :app ORDER BY created_at DESC, id DESC LIMIT :limit"
        case (.name, false): "SELECT id FROM accounts WHERE app = :app ORDER BY name, created_at, id LIMIT :limit"
        case (.name, true):
            "SELECT id FROM accounts WHERE app = :app ORDER BY name DESC, created_at DESC, id DESC LIMIT :limit"
        case (.email, false): "SELECT id FROM accounts WHERE app = :app ORDER BY email, created_at, id LIMIT :limit"
        case (.email, true):
            "SELECT id FROM accounts WHERE app = :app ORDER BY email DESC, created_at DESC, id DESC LIMIT :limit"
        case (.phone, false): "SELECT id FROM accounts WHERE app = :app ORDER BY phone, created_at, id LIMIT :limit"
        case (.phone, true):
            "SELECT id FROM accounts WHERE app = :app ORDER BY phone DESC, created_at DESC, id DESC LIMIT :limit"
        }
    }

    /// Returns the statement for the page after an account, given its app and its sort values.
    static func behind(_ order: AccountSortOrder) -> StaticString {
        switch (order.key, order.isDescending) {
        case (.createdAt, false):
            """
            SELECT id FROM accounts WHERE app = :app AND (created_at, id) > (:created_at, :id)
            ORDER BY created_at, id LIMIT :limit
            """
        case (.createdAt, true):
            """
            SELECT id FROM accounts WHERE app = :app AND (created_at, id) < (:created_at, :id)
            ORDER BY created_at DESC, id DESC LIMIT :limit
            """
        case (.name, false):
            """
            SELECT id FROM accounts WHERE app = :app AND (name, created_at, id) > (:name, :created_at, :id)
            ORDER BY name, created_at, id LIMIT :limit
            """
        case (.name, true):
            """
            SELECT id FROM accounts WHERE app = :app AND (name, created_at, id) < (:name, :created_at, :id)
            ORDER BY name DESC, created_at DESC, id DESC LIMIT :limit
            """
        case (.email, false):
            """
            SELECT id FROM accounts WHERE app = :app AND (email, created_at, id) > (:email, :created_at, :id)
            ORDER BY email, created_at, id LIMIT :limit
            """
        case (.email, true):
            """
            SELECT id FROM accounts WHERE app = :app AND (email, created_at, id) < (:email, :created_at, :id)
            ORDER BY email DESC, created_at DESC, id DESC LIMIT :limit
            """
        case (.phone, false):
            """
            SELECT id FROM accounts WHERE app = :app AND (phone, created_at, id) > (:phone, :created_at, :id)
            ORDER BY phone, created_at, id LIMIT :limit
            """
        case (.phone, true):
            """
            SELECT id FROM accounts WHERE app = :app AND (phone, created_at, id) < (:phone, :created_at, :id)
            ORDER BY phone DESC, created_at DESC, id DESC LIMIT :limit
            """
        }
    }
}

extension SQLiteReading {
    func accountCount(in app: AppID, upTo most: Int) throws(StorageError) -> Int {
        var row = try connection.prepare(
            "SELECT count(*) AS count FROM (SELECT 1 FROM accounts WHERE app = :app LIMIT :limit)")
        row.bind("app", app.description)
        row.bind("limit", most)
        return try row.next() ? row.integer("count") : 0
    }
}

extension SQLiteTransaction {
    /// Updates the account's name, email address and phone number for lists, after a change of an identity, a local
    /// credential or the display name. Each column has its own index, which is written only if the column changes.
    func list(_ account: AccountID, in app: AppID) throws(StorageError) {
        let person = AccountListFields(
            identities: try identities(of: account, in: app), logins: try logins(of: account, in: app),
            displayName: try displayName(of: account, in: app))
        let changes: [(StaticString, String)] = [
            ("UPDATE accounts SET name = :text WHERE app = :app AND id = :id AND name <> :text", person.name),
            ("UPDATE accounts SET email = :text WHERE app = :app AND id = :id AND email <> :text", person.email),
            ("UPDATE accounts SET phone = :text WHERE app = :app AND id = :id AND phone <> :text", person.phone),
        ]
        for (statement, value) in changes {
            var row = try connection.prepare(statement)
            row.bind("text", value)
            row.bind("app", app.description)
            row.bind("id", account.description)
            try row.run()
        }
    }

    private func displayName(of account: AccountID, in app: AppID) throws(StorageError) -> String? {
        var row = try connection.prepare(
            "SELECT display_name FROM account_details WHERE app = :app AND account = :account")
        row.bind("app", app.description)
        row.bind("account", account.description)
        return try row.next() ? row.optionalText("display_name") : nil
    }
}
