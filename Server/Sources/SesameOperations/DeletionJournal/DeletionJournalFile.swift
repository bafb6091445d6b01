package import Foundation
import SesameAccounts
import SesameCore
import SesameTokens
import SesameWire

/// The deletion journal as a file: a line of JSON that names the database, then one for each deletion, in the order of
/// the deletions.
///
///     {"database":"3q2-7wAAAAAAAAAAAAAAAA"}
///     {"account":"gkPPd3_2r6T0kYJ2m1o1m4i5o2b9n8x7c6v5b4n3m2Q","at":1790000000123}
///
/// `account` is the account's tombstone, `at` the time in milliseconds. A line that a crash left incomplete is removed,
/// because its write was never confirmed.
package final class DeletionJournalFile: DeletionJournal {
    /// The error of a journal that cannot be used.
    package enum Failure: Error, Equatable {
        case inaccessible(String)
        /// A line has an invalid format.
        case malformed(line: Int)
        /// The journal belongs to another database.
        case otherDatabase
    }

    /// The complete lines of a journal.
    struct Content {
        /// The id of the database that the journal belongs to; nil if the journal is empty or has only deletions.
        var database: [UInt8]?
        var tombstones: [Tombstone] = []
        /// The length of these lines, in bytes.
        var length = 0
    }

    private struct State {
        /// The number of bytes of the file that are known to be on disk.
        var length: Int
        /// The entries that could not be written yet.
        var waiting: [Tombstone] = []
    }

    private let file: Int32
    private let state: Locked<State>
    /// The queue for writes to disk, which must not block a thread of the concurrency pool.
    private let queue = DispatchQueue(label: "sesame.journal")

    /// Opens or creates a journal that only its owner can read. Lines older than the given time are removed from the
    /// file. Throws ``Failure/otherDatabase`` if it belongs to another database than the given one.
    package init(_ path: String, database: [UInt8], forgettingBefore time: Date) throws(Failure) {
        let content = try Self.read(path)
        guard content.database == nil || content.database == database else { throw .otherDatabase }
        let kept = content.tombstones.filter { $0.at >= time }
        var length = content.length
        if length > 0, content.database == nil {
            length = try Self.replace(path, database: database, tombstones: kept)
        } else if kept.count < content.tombstones.count {
            // If this fails, because the disk is full or the folder is not ours, the old lines stay until a later start.
            _ = try? Self.replace(path, database: database, tombstones: kept)
            length = try Self.read(path).length
        }
        file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .failed() }
        state = Locked(State(length: length))
        guard fchmod(file, 0o600) == 0, length > 0 || begin(path, database: database) else {
            // All properties are initialized, so the object's deinitializer closes the file.
            throw .failed()
        }
    }

    deinit {
        Foundation.close(file)
    }

    /// Writes the first line of an empty journal, and makes its directory entry durable. Returns false if that fails.
    private func begin(_ path: String, database: [UInt8]) -> Bool {
        let header = Array(Self.header(database).utf8)
        guard ftruncate(file, 0) == 0, pwrite(file, header, header.count, 0) == header.count, fsync(file) == 0,
            Self.syncFolder(of: path)
        else { return false }
        state.withLock { $0.length = header.count }
        return true
    }

    private static func header(_ database: [UInt8]) -> String {
        "{\"database\":\"\(Base64URL.encode(database))\"}\n"
    }

    func append(_ tombstones: [Tombstone]) async throws(StorageError) {
        let outcome: Result<Void, StorageError> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.write(tombstones)) }
        }
        try outcome.get()
    }

    func tombstones() async throws(StorageError) -> [Tombstone] {
        let length = state.withLock(\.length)
        var bytes = [UInt8](repeating: 0, count: length)
        guard pread(file, &bytes, length, 0) == length else { throw .journal() }
        do throws(Failure) {
            return try Content(parsing: bytes).tombstones
        } catch {
            throw .corrupt("the deletion journal is invalid: \(error)")
        }
    }

    /// Writes the entries, after those of earlier failed writes, at the known end of the file. Incomplete data at the
    /// end is cut off first.
    private func write(_ tombstones: [Tombstone]) -> Result<Void, StorageError> {
        state.withLock { state in
            state.waiting += tombstones
            guard !state.waiting.isEmpty else { return .success(()) }
            let bytes = Array(state.waiting.map(\.line).joined().utf8)
            guard ftruncate(file, off_t(state.length)) == 0,
                pwrite(file, bytes, bytes.count, off_t(state.length)) == bytes.count, fsync(file) == 0
            else { return .failure(.journal()) }
            state.length += bytes.count
            state.waiting = []
            return .success(())
        }
    }

    /// Returns the content of a journal, without a line that is incomplete; no content if there is no file. Throws if a
    /// complete line is invalid.
    static func read(_ path: String) throws(Failure) -> Content {
        if let data = FileManager.default.contents(atPath: path) { return try Content(parsing: Array(data)) }
        guard access(path, F_OK) != 0 else { throw .failed() }
        return Content()
    }

    /// Returns the id of the database that the journal belongs to; nil if there is no journal, or it names none.
    package static func database(of path: String) throws(Failure) -> [UInt8]? { try read(path).database }

    /// Replaces a journal atomically: after a crash, the file has either the old content or the new one.
    ///
    /// - Returns: The length of the new content, in bytes.
    private static func replace(
        _ path: String, database: [UInt8], tombstones: [Tombstone]
    ) throws(Failure) -> Int {
        // A journal may be a symbolic link to another disk.
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let draft = path + ".new"
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .failed() }
        defer { Foundation.close(file) }
        let bytes = Array((header(database) + tombstones.map(\.line).joined()).utf8)
        guard Foundation.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0, rename(draft, path) == 0,
            syncFolder(of: path)
        else { throw .failed() }
        return bytes.count
    }

    private static func syncFolder(of path: String) -> Bool {
        let folder = (path as NSString).deletingLastPathComponent
        let file = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { Foundation.close(file) }
        return fsync(file) == 0
    }
}

extension DeletionJournalFile.Content {
    /// Reads the complete lines.
    fileprivate init(parsing bytes: [UInt8]) throws(DeletionJournalFile.Failure) {
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return }
        length = end + 1
        let lines = bytes[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard let json = (try? JSONValue(parsing: Array(line)))?.object else { throw .malformed(line: index + 1) }
            if let tombstone = Tombstone(json) {
                tombstones.append(tombstone)
            } else if index == 0, json.members.count == 1, let text = json["database"]?.string,
                let id = Base64URL.decode(text)
            {
                database = id
            } else {
                throw .malformed(line: index + 1)
            }
        }
    }
}

extension Tombstone {
    /// The journal's line for the deletion, with its line ending.
    fileprivate var line: String {
        "{\"account\":\"\(Base64URL.encode(digest))\",\"at\":\(at.millisecondsSince1970)}\n"
    }

    fileprivate init?(_ json: JSONObject) {
        guard json.members.count == 2, let text = json["account"]?.string, let digest = Base64URL.decode(text),
            digest.count == 32, let time = json["at"]?.integer
        else { return nil }
        self.init(digest: digest, at: Date(millisecondsSince1970: time), cause: .deleted)
    }
}

extension DeletionJournalFile.Failure {
    fileprivate static func failed() -> Self { .inaccessible(String(cString: strerror(errno))) }
}

extension StorageError {
    fileprivate static func journal() -> StorageError {
        .unavailable("the deletion journal cannot be read or written: \(String(cString: strerror(errno)))")
    }
}
