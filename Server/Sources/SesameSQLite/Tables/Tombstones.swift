import Foundation
import SesameAccounts

extension SQLiteReading {
    func hasTombstone(_ digest: [UInt8]) throws(StorageError) -> Bool {
        var row = try connection.prepare("SELECT 1 FROM tombstones WHERE digest = :digest")
        row.bind("digest", digest)
        return try row.next()
    }

    func tombstones(_ cause: Tombstone.Cause) throws(StorageError) -> [Tombstone] {
        var row = try connection.prepare("SELECT digest, at FROM tombstones WHERE cause = :cause ORDER BY at, digest")
        row.bind("cause", cause.rawValue)
        var tombstones: [Tombstone] = []
        while try row.next() {
            tombstones.append(Tombstone(digest: row.bytes("digest"), at: row.date("at"), cause: cause))
        }
        return tombstones
    }
}

extension SQLiteTransaction {
    func insert(_ tombstone: Tombstone) throws(StorageError) {
        var row = try connection.prepare(
            "INSERT INTO tombstones (digest, at, cause) VALUES (:digest, :at, :cause) ON CONFLICT (digest) DO NOTHING")
        row.bind("digest", tombstone.digest)
        row.bind("at", tombstone.at)
        row.bind("cause", tombstone.cause.rawValue)
        try row.run()
    }

    func deleteTombstone(_ digest: [UInt8]) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM tombstones WHERE digest = :digest")
        row.bind("digest", digest)
        try row.run()
    }
}
