import Crypto
package import Foundation
import SesameCore
import SesameWire

/// The manifest of a backup: a file beside the database in the backup's folder.
package struct BackupManifest: Sendable, Equatable {
    /// The time at which the backup was started, in whole seconds. The backup contains all changes made before this
    /// time.
    package let time: Date
    /// The version of the database's schema.
    package let schema: Int
    /// The size of the database, in bytes.
    package let bytes: Int
    /// The SHA-256 of the database, in hexadecimal digits.
    package let sha256: String

    static let fileName = "manifest.json"
    static let databaseName = "sesame.db"
    /// The backup format's version, which this program writes and reads.
    private static let form: Int64 = 1

    /// Creates the manifest of a copied database, and computes its size and SHA-256.
    init(of database: String, schema: Int, at time: Date) throws(BackupError) {
        let (bytes, sha256) = try Self.digest(database)
        self.init(time: time, schema: schema, bytes: bytes, sha256: sha256)
    }

    init(time: Date, schema: Int, bytes: Int, sha256: String) {
        self.time = time
        self.schema = schema
        self.bytes = bytes
        self.sha256 = sha256
    }

    /// Reads the manifest in a backup's folder. Throws if it is missing or has another format.
    init(of backup: String) throws(BackupError) {
        let path = backup + "/" + Self.fileName
        guard let data = FileManager.default.contents(atPath: path) else {
            throw BackupError("'\(backup)' is not a backup: its \(Self.fileName) is missing or cannot be read")
        }
        guard let json = (try? JSONValue(parsing: Array(data)))?.object, json["sesameBackup"]?.integer == Self.form,
            let text = json["time"]?.string, let time = try? Date(text, strategy: .iso8601),
            let schema = json["schema"]?.integer, let bytes = json["bytes"]?.integer,
            let sha256 = json["sha256"]?.string
        else { throw BackupError("'\(path)' is not a backup manifest that this program can read") }
        self.init(time: time, schema: Int(schema), bytes: Int(bytes), sha256: sha256)
    }

    var json: JSONObject {
        [
            "sesameBackup": .integer(Self.form), "time": .string(time.ISO8601Format()),
            "schema": .integer(Int64(schema)), "bytes": .integer(Int64(bytes)), "sha256": .string(sha256),
        ]
    }

    /// Throws if the database's size or SHA-256 differs from the manifest.
    func check(_ database: String) throws(BackupError) {
        let (bytes, sha256) = try Self.digest(database)
        guard bytes == self.bytes, sha256 == self.sha256 else {
            throw BackupError(
                "'\(database)' does not match its manifest; use another backup, or another copy of this one")
        }
    }

    private static func digest(_ path: String) throws(BackupError) -> (bytes: Int, sha256: String) {
        guard let file = FileHandle(forReadingAtPath: path) else { throw BackupError("'\(path)' cannot be read") }
        defer { try? file.close() }
        var hash = SHA256()
        var count = 0
        do {
            while let data = try file.read(upToCount: 1 << 20), !data.isEmpty {
                hash.update(data: data)
                count += data.count
            }
        } catch {
            throw BackupError("'\(path)' cannot be read: \(error.localizedDescription)")
        }
        let digits = Array("0123456789abcdef".utf8)
        let text = hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return (count, String(decoding: text, as: UTF8.self))
    }
}

/// An error of a backup or a restore, with a message for the operator.
package struct BackupError: Error, Sendable, CustomStringConvertible {
    /// The message for the operator: the problem, and in some cases the next step.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
