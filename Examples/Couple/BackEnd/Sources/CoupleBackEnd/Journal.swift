import Foundation

/// A file that gets one line for each thing that happens: what was answered is on the disk, and is read at the next start.
/// It is for one process alone.
final class Journal<Entry: Codable> {
    /// A reason why it cannot be used.
    enum Failure: Error {
        /// Another process has it.
        case inUse(String)
        /// It cannot be opened, for that reason of the system's.
        case notOpened(String)
        /// That line is no entry of this program's.
        case unreadable(line: Int)
    }

    let file: FileHandle
    /// The place at which the whole lines end.
    private var end: UInt64 = 0

    /// Opens the file, or makes it, readable by this user alone, and takes in what it has. A last line that was cut off,
    /// when the machine lost its power, was never answered, and goes.
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

    // A child process that is just being started has a copy of the descriptor, which would hold the lock until it runs its program.
    deinit { flock(file.fileDescriptor, LOCK_UN) }

    /// Adds a line, and returns when it is on the disk.
    func append(_ entry: Entry) throws {
        let line = try JSONEncoder().encode(entry) + [UInt8(ascii: "\n")]
        // A line that found no room may have left something.
        try file.truncate(atOffset: end)
        try file.write(contentsOf: line)
        try file.synchronize()
        end += UInt64(line.count)
    }
}
