import Foundation

/// An append-only file with one line for each change. A line is on the disk before the response is sent, and is read at
/// the next start. Only one process can use the file.
final class Journal<Entry: Codable> {
    /// An error that makes the file unusable.
    enum Failure: Error {
        /// Another process uses the file.
        case inUse(String)
        /// The file cannot be opened. The value contains the path and the system's error message.
        case notOpened(String)
        /// The line is not a valid entry.
        case unreadable(line: Int)
    }

    let file: FileHandle
    /// The offset in bytes at which the last complete line ends.
    private var end: UInt64 = 0

    /// Opens or creates the file, readable only by its owner, and passes its entries to `takeIn`, oldest first. A last
    /// line that a power failure cut off is dropped, because its request never got a response.
    init(_ path: String, _ takeIn: (Entry) -> Void) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure.notOpened("\(path): \(String(cString: strerror(errno)))") }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw Failure.inUse(path) }
        let content = try file.readToEnd() ?? Data()
        let whole = content.lastIndex(of: UInt8(ascii: "\n")).map { content[...$0] } ?? Data()
        for (number, line) in whole.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let entry = try? JSONDecoder().decode(Entry.self, from: line) else {
                throw Failure.unreadable(line: number + 1)
            }
            takeIn(entry)
        }
        end = UInt64(whole.count)
        if whole.count < content.count { try file.truncate(atOffset: end) }
    }

    // A child process that is just starting has a copy of the descriptor. Without this, the copy would hold the lock
    // until the child runs its program.
    deinit { flock(file.fileDescriptor, LOCK_UN) }

    /// Appends a line, and returns when it is on the disk.
    func append(_ entry: Entry) throws {
        let line = try JSONEncoder().encode(entry) + [UInt8(ascii: "\n")]
        // A failed write, on a full disk, may have left part of a line.
        try file.truncate(atOffset: end)
        try file.write(contentsOf: line)
        try file.synchronize()
        end += UInt64(line.count)
    }
}
