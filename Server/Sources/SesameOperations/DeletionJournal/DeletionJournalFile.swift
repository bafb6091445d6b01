package import Foundation
import SesameAccounts
import SesameCore
import SesameTokens
import SesameWire

/// The deletion journal as a file: one line of JSON for each deletion, in the order of the deletions.
///
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
    /// file.
    package init(_ path: String, forgettingBefore time: Date) throws(Failure) {
        if try Self.read(path).contains(where: { $0.at < time }) {
            try Self.replace(path, with: try Self.read(path).filter { $0.at >= time })
        }
        let length = try Self.parse(try Self.content(of: path)).length
        file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .failed() }
        state = Locked(State(length: length))
        // A journal with content has its directory entry on disk: it was synced before the first line.
        guard fchmod(file, 0o600) == 0, length > 0 || Self.syncFolder(of: path) else {
            // All properties are initialized, so the object's deinitializer closes the file.
            throw .failed()
        }
    }

    deinit {
        Foundation.close(file)
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
            return try Self.parse(bytes).tombstones
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

    /// Returns the entries of a journal, in order; an empty list if there is no file. Throws if a complete line is
    /// invalid.
    static func read(_ path: String) throws(Failure) -> [Tombstone] {
        try parse(try content(of: path)).tombstones
    }

    private static func content(of path: String) throws(Failure) -> [UInt8] {
        if let data = FileManager.default.contents(atPath: path) { return Array(data) }
        guard access(path, F_OK) != 0 else { throw .failed() }
        return []
    }

    /// Returns the entries of the complete lines, and the length of these lines in bytes.
    private static func parse(_ bytes: [UInt8]) throws(Failure) -> (tombstones: [Tombstone], length: Int) {
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return ([], 0) }
        var tombstones: [Tombstone] = []
        for line in bytes[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard let tombstone = Tombstone(line: Array(line)) else { throw .malformed(line: tombstones.count + 1) }
            tombstones.append(tombstone)
        }
        return (tombstones, end + 1)
    }

    /// Replaces a journal atomically: after a crash, the file has either the old entries or the new ones.
    static func replace(_ path: String, with tombstones: [Tombstone]) throws(Failure) {
        let draft = path + ".new"
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .failed() }
        defer { Foundation.close(file) }
        let bytes = Array(tombstones.map(\.line).joined().utf8)
        guard Foundation.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0, rename(draft, path) == 0,
            syncFolder(of: path)
        else { throw .failed() }
    }

    private static func syncFolder(of path: String) -> Bool {
        let folder = (path as NSString).deletingLastPathComponent
        let file = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { Foundation.close(file) }
        return fsync(file) == 0
    }
}

extension Tombstone {
    /// The journal's line for the deletion, with its line ending.
    fileprivate var line: String {
        "{\"account\":\"\(Base64URL.encode(digest))\",\"at\":\(at.millisecondsSince1970)}\n"
    }

    fileprivate init?(line: [UInt8]) {
        guard let json = (try? JSONValue(parsing: line))?.object, json.members.count == 2,
            let text = json["account"]?.string, let digest = Base64URL.decode(text),
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
