package import Foundation
import SesameAccounts
import SesameCore
import SesameWire

/// The deletion journal as a file: a line of JSON that names the database and the journal, then one for each entry, in
/// order of time.
///
///     {"database":"3q2-7wAAAAAAAAAAAAAAAA","journal":"q83vASNFZ4kAAAAAAAAAAA"}
///     {"account":"gkPPd3_2r6T0kYJ2m1o1m4i5o2b9n8x7c6v5b4n3m2Q","at":1790000000123}
///     {"account":"gkPPd3_2r6T0kYJ2m1o1m4i5o2b9n8x7c6v5b4n3m2Q","notBefore":1790000000123,"number":7}
///
/// `account` is the account's keyed digest. The second line is a tombstone, the third a ``SessionCutoff``; times are in
/// milliseconds. A line that a crash left incomplete is removed, because its write was never confirmed.
package final class DeletionJournalFile: DeletionJournal {
    /// The error of a journal that cannot be used.
    package enum Failure: Error, Equatable {
        case inaccessible(String)
        /// A line has an invalid format.
        case malformed(line: Int)
        /// The journal belongs to another database.
        case otherDatabase
    }

    fileprivate struct State {
        let path: String
        let header: JournalHeader
        /// The open file; nil after it was written anew, until it is opened again.
        var file: OpenFile?
        /// The number of bytes of the file that are known to be on disk.
        var length: Int
        /// The length at which the last compaction was tried, in bytes.
        var compactLength: Int
        /// The number of the last cutoff.
        var last: Int64
        /// The tombstones that could not be written yet.
        var waiting: [Tombstone] = []
        /// The entries that were read when the journal was opened, until they are asked for.
        var read: JournalEntries?
    }

    private let growth: Int
    private let state: Locked<State>
    /// The queue for reads and writes on disk, which must not block a thread of the concurrency pool.
    private let queue = DispatchQueue(label: "sesame.journal")

    /// Opens or creates a journal that only its owner can read. Entries older than the given time are removed from the
    /// file, and most entries that later ones replace. Throws ``Failure/otherDatabase`` if it belongs to another
    /// database than the given one.
    ///
    /// - Parameter growth: The number of bytes by which the file must have grown, and doubled, before
    ///   ``compact(forgettingBefore:)`` writes it anew.
    package convenience init(
        _ path: String, database: [UInt8], forgettingBefore time: Date, growth: Int = 1 << 20
    ) throws(Failure) {
        try self.init(path, database: database, continuing: nil, forgettingBefore: time, growth: growth)
    }

    /// - Parameter original: A journal that this one continues, with its id and entries, if it has no entries of its
    ///   own.
    init(
        _ path: String, database: [UInt8], continuing original: JournalContent?, forgettingBefore time: Date,
        growth: Int = 1 << 20
    ) throws(Failure) {
        var content = try JournalContent(of: path)
        guard content.isOf(database) else { throw .otherDatabase }
        let isContinued = content.entries.isEmpty && original?.entries.isEmpty == false
        if isContinued, let original { content.entries = original.entries }
        if content.entries.journal.isEmpty { content.entries.journal = Self.randomID() }
        let header = JournalHeader(database: database, journal: content.entries.journal)
        var kept = content.entries.compacted(since: time)
        if isContinued || content.length > 0 && content.header != header {
            content.length = try Self.replace(path, header, entries: kept)
        } else if content.entries.hasEntries(before: time) || 2 * kept.cutoffs.count < content.entries.cutoffs.count {
            do throws(Failure) {
                content.length = try Self.replace(path, header, entries: kept)
            } catch {
                // The disk is full, or the folder is not ours. The old lines stay until a later start.
                content = try JournalContent(of: path)
                kept = content.entries
            }
        } else {
            kept = content.entries
        }
        let isNew = access(path, F_OK) != 0
        let file = try OpenFile(path, creates: true)
        if content.length == 0 {
            do throws(Failure) {
                content.length = try file.begin(path, with: header.line)
            } catch {
                // An empty file would be taken for a journal without entries.
                if isNew { unlink(path) }
                throw error
            }
        }
        self.growth = growth
        state = Locked(
            State(
                path: path, header: header, file: file, length: content.length, compactLength: content.length,
                last: content.entries.position.number, read: kept))
    }

    private static func randomID() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    func append(_ tombstones: [Tombstone]) async throws(StorageError) {
        try await onQueue { state throws(StorageError) in
            state.waiting += tombstones
            try state.write([])
        }
    }

    func append(
        _ cutoffs: [[UInt8]: Date], after positions: [JournalPosition]
    ) async throws(StorageError) -> JournalPosition {
        try await onQueue { state throws(StorageError) in
            let used = positions.filter { $0.journal == state.header.journal }.map(\.number).max() ?? 0
            let number = max(state.last, used) + 1
            try state.write(cutoffs.map { SessionCutoff(digest: $0.key, notBefore: $0.value, number: number) })
            state.last = number
            return JournalPosition(journal: state.header.journal, number: number)
        }
    }

    func entries() async throws(StorageError) -> JournalEntries {
        try await onQueue { state throws(StorageError) in
            guard let entries = state.read else { return try state.readEntries() }
            state.read = nil
            return entries
        }
    }

    func compact(forgettingBefore time: Date) async {
        // A failure leaves the journal as it is, until it has grown again.
        try? await onQueue { [growth] state throws(StorageError) in
            guard state.length > max(2 * state.compactLength, state.compactLength + growth) else { return }
            state.compactLength = state.length
            let kept = try state.readEntries().compacted(since: time)
            // Even a failed replacement may have renamed its file, and writes to the old one would be lost.
            defer { state.file = nil }
            do throws(Failure) {
                state.compactLength = try Self.replace(state.path, state.header, entries: kept)
            } catch {
                throw .journal()
            }
        }
    }

    private func onQueue<Value: Sendable>(
        _ work: @escaping @Sendable (inout State) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let outcome = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(
                    returning: self.state.withLock { state -> Result<Value, StorageError> in
                        do throws(StorageError) {
                            return .success(try work(&state))
                        } catch {
                            return .failure(error)
                        }
                    })
            }
        }
        return try outcome.get()
    }

    /// Replaces a journal atomically: after a crash, the file has either the old content or the new one.
    ///
    /// - Returns: The length of the new content, in bytes.
    private static func replace(
        _ path: String, _ header: JournalHeader, entries: JournalEntries
    ) throws(Failure) -> Int {
        // A journal may be a symbolic link to another disk.
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let draft = path + ".new"
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .failed() }
        defer { close(file) }
        let bytes = header.line + entries.lines
        guard Foundation.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0, rename(draft, path) == 0
        else {
            let failure = Failure.failed()
            // It would take up the space that the disk lacks.
            unlink(draft)
            throw failure
        }
        guard OpenFile.syncFolder(of: path) else { throw .failed() }
        return bytes.count
    }
}

extension DeletionJournalFile.State {
    /// Returns the open file, and opens it again if it was written anew. Throws if somebody has cut or removed it, or
    /// put another in its place: only a start adds what that one lacks.
    private mutating func opened() throws(StorageError) -> OpenFile {
        if let file {
            guard let found = file.length(at: path), found >= length else {
                throw .unavailable("the deletion journal was replaced; restart the server")
            }
            return file
        }
        do throws(DeletionJournalFile.Failure) {
            let opened = try OpenFile(path, creates: false)
            length = try JournalContent(of: path).length
            file = opened
            return opened
        } catch {
            throw .unavailable("the deletion journal cannot be opened: \(error)")
        }
    }

    /// Writes the waiting tombstones and the cutoffs at the known end of the file. Incomplete data at the end is cut
    /// off first.
    fileprivate mutating func write(_ cutoffs: [SessionCutoff]) throws(StorageError) {
        guard !waiting.isEmpty || !cutoffs.isEmpty else { return }
        let file = try opened()
        let bytes = JournalEntries(journal: [], tombstones: waiting, cutoffs: cutoffs).lines
        guard file.write(bytes, at: length) else { throw .journal() }
        length += bytes.count
        waiting = []
        read = nil
    }

    fileprivate mutating func readEntries() throws(StorageError) -> JournalEntries {
        guard let bytes = try opened().read(length) else { throw .journal() }
        do throws(DeletionJournalFile.Failure) {
            return try JournalContent(parsing: bytes).entries
        } catch {
            throw .corrupt("the deletion journal is invalid: \(error)")
        }
    }
}

/// A journal's open file.
private final class OpenFile: Sendable {
    private let descriptor: Int32

    /// Opens a file. If it is created, only its owner can read it.
    init(_ path: String, creates: Bool) throws(DeletionJournalFile.Failure) {
        descriptor = open(path, O_RDWR | O_CLOEXEC | (creates ? O_CREAT : 0), 0o600)
        // If a later step fails, the object's deinitializer closes the file.
        guard descriptor >= 0, fchmod(descriptor, 0o600) == 0 else { throw .failed() }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes the first line of an empty journal, makes its directory entry durable, and returns the line's length.
    func begin(_ path: String, with header: [UInt8]) throws(DeletionJournalFile.Failure) -> Int {
        guard write(header, at: 0), Self.syncFolder(of: path) else { throw .failed() }
        return header.count
    }

    /// Writes bytes at the given position, after which the file ends. Returns false if that fails.
    func write(_ bytes: [UInt8], at position: Int) -> Bool {
        ftruncate(descriptor, off_t(position)) == 0
            && pwrite(descriptor, bytes, bytes.count, off_t(position)) == bytes.count && fsync(descriptor) == 0
    }

    /// Returns the length of the file if it is still the one at the path; otherwise nil.
    func length(at path: String) -> Int? {
        var (own, other) = (stat(), stat())
        guard fstat(descriptor, &own) == 0, stat(path, &other) == 0, own.st_ino == other.st_ino,
            own.st_dev == other.st_dev
        else { return nil }
        return Int(own.st_size)
    }

    /// Returns the given number of bytes from the start of the file; nil if they cannot be read.
    func read(_ length: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: length)
        return pread(descriptor, &bytes, length, 0) == length ? bytes : nil
    }

    static func syncFolder(of path: String) -> Bool {
        let folder = (path as NSString).deletingLastPathComponent
        let file = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return fsync(file) == 0
    }
}

extension JournalEntries {
    fileprivate func hasEntries(before time: Date) -> Bool {
        tombstones.contains { $0.at < time } || cutoffs.contains { $0.notBefore < time }
    }
}

extension DeletionJournalFile.Failure {
    static func failed() -> Self { .inaccessible(String(cString: strerror(errno))) }
}

extension StorageError {
    fileprivate static func journal() -> StorageError {
        .unavailable("the deletion journal cannot be read or written: \(String(cString: strerror(errno)))")
    }
}
