package import Foundation
import SesameAccounts
import SesameCore
import SesameTokens
import SesameWire

/// The deletion journal as a file: a line of JSON for each deletion, in the order in which they were noted.
///
///     {"account":"gkPPd3_2r6T0kYJ2m1o1m4i5o2b9n8x7c6v5b4n3m2Q","at":1790000000123}
///
/// `account` is the account's tombstone, `at` the time in milliseconds. A line that a crash left without its end is cut
/// off: nobody was told that it is there.
package final class JournalFile: DeletionJournal {
    /// The reason why a journal cannot be used.
    package enum Failure: Error, Equatable {
        case inaccessible(String)
        /// A line is none of a journal's.
        case malformed(line: Int)
    }

    private struct State {
        /// Up to where the file is known to be on the disk.
        var length: Int
        /// The entries that could not be written yet.
        var waiting: [Tombstone] = []
    }

    private let file: Int32
    private let state: Locked<State>
    /// Waits for the disk, which a thread of the concurrency pool must not.
    private let queue = DispatchQueue(label: "sesame.journal")

    /// Opens a journal, or begins one; readable by its owner alone. Lines older than the time are dropped.
    package init(_ path: String, forgettingBefore time: Date) throws(Failure) {
        if try Self.read(path).contains(where: { $0.at < time }) {
            try Self.replace(path, with: try Self.read(path).filter { $0.at >= time })
        }
        let length = try Self.parse(try Self.content(of: path)).length
        file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .failed() }
        state = Locked(State(length: length))
        // A journal that holds something has its name on the disk: it was there before the first line was.
        guard fchmod(file, 0o600) == 0, length > 0 || Self.syncFolder(of: path) else {
            // The object is whole by now: its end closes the file.
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
            throw .corrupt("the deletion journal: \(error)")
        }
    }

    /// Writes at the end that is known to be good, over what an earlier attempt may have left behind it.
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

    /// Returns the entries of a journal; none if there is no file.
    static func read(_ path: String) throws(Failure) -> [Tombstone] {
        try parse(try content(of: path)).tombstones
    }

    private static func content(of path: String) throws(Failure) -> [UInt8] {
        if let data = FileManager.default.contents(atPath: path) { return Array(data) }
        guard access(path, F_OK) != 0 else { throw .failed() }
        return []
    }

    /// Reads whole lines, and tells where the last of them ends.
    private static func parse(_ bytes: [UInt8]) throws(Failure) -> (tombstones: [Tombstone], length: Int) {
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return ([], 0) }
        var tombstones: [Tombstone] = []
        for line in bytes[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard let tombstone = Tombstone(line: Array(line)) else { throw .malformed(line: tombstones.count + 1) }
            tombstones.append(tombstone)
        }
        return (tombstones, end + 1)
    }

    /// Puts a file in the place of another one; a crash leaves the one or the other.
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
    /// The line of a deletion.
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

extension JournalFile.Failure {
    fileprivate static func failed() -> Self { .inaccessible(String(cString: strerror(errno))) }
}

extension StorageError {
    fileprivate static func journal() -> StorageError {
        .unavailable("the deletion journal: \(String(cString: strerror(errno)))")
    }
}
