import Foundation
import SesameAccounts

extension SQLiteReading {
    func accountIDs(
        in app: AppID, by age: AccountAge, after: AccountID?, limit: Int
    ) throws(StorageError) -> [AccountID] {
        var start: (time: Int64, id: String) = age == .oldest ? (.min, "") : (.max, "")
        if let after {
            guard let account = try account(after, in: app) else { return [] }
            start = (account.createdAt.millisecondsSince1970, after.description)
        }
        var row =
            switch age {
            case .oldest:
                try connection.prepare(
                    """
                    SELECT id FROM accounts WHERE app = ?1 AND (created_at, id) > (?2, ?3)
                    ORDER BY created_at, id LIMIT ?4
                    """)
            case .newest:
                try connection.prepare(
                    """
                    SELECT id FROM accounts WHERE app = ?1 AND (created_at, id) < (?2, ?3)
                    ORDER BY created_at DESC, id DESC LIMIT ?4
                    """)
            }
        row.bind(app.description)
        row.bind(start.time)
        row.bind(start.id)
        row.bind(max(0, limit))
        var ids: [AccountID] = []
        while try row.next() { ids.append(AccountID(row.text(0))) }
        return ids
    }

    func accountCount(in app: AppID, upTo most: Int) throws(StorageError) -> Int {
        var row = try connection.prepare("SELECT count(*) FROM (SELECT 1 FROM accounts WHERE app = ? LIMIT ?)")
        row.bind(app.description)
        row.bind(most)
        return try row.next() ? row.integer(0) : 0
    }
}
