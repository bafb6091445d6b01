import Foundation
import SesameAccounts

extension SQLiteReading {
    func hasTombstone(_ digest: [UInt8]) throws(StorageError) -> Bool {
        var row = try connection.prepare("SELECT 1 FROM tombstones WHERE digest = ?")
        row.bind(digest)
        return try row.next()
    }
}

extension SQLiteTransaction {
    func insertTombstone(_ digest: [UInt8], at now: Date) throws(StorageError) {
        var row = try connection.prepare(
            "INSERT INTO tombstones (digest, deleted_at) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING")
        row.bind(digest)
        row.bind(now)
        try row.run()
    }
}
