import Foundation
import SesameAccounts

extension SQLiteReading {
    func lastUse() throws(StorageError) -> Date? {
        var row = try connection.prepare("SELECT at FROM last_use")
        return try row.next() ? row.date("at") : nil
    }
}

extension SQLiteTransaction {
    func noteUse(at time: Date) throws(StorageError) {
        var row = try connection.prepare(
            "INSERT INTO last_use (id, at) VALUES (1, :at) ON CONFLICT (id) DO UPDATE SET at = excluded.at")
        row.bind("at", time)
        try row.run()
    }
}
