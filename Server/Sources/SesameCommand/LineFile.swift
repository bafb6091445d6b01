import ArgumentParser
import Foundation
import SesameTerminal
import SesameWire

/// The lines of a file, read lazily.
///
/// An error while reading ends the lines. Call ``requireWhole()`` after the last one.
struct LineFile: Sequence, Sendable {
    private let path: String
    /// The file's state at first; nil for a pipe or another stream.
    private let state: State?
    private let failed = Locked(false)

    /// Opens the file to check that it can be read, and closes it again; throws if it cannot be opened. Each iterator
    /// opens the file itself.
    init(_ path: String) throws {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw CommandFailure("'\(path)' cannot be read.")
        }
        try? handle.close()
        self.path = path
        state = State(path)
    }

    /// The identity, length and time of a regular file.
    private struct State: Equatable {
        let device: UInt64
        let node: UInt64
        let bytes: Int64
        let seconds: Int
        let nanoseconds: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            (device, node, bytes) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
            #if canImport(Darwin)
                (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
            #else
                (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
            #endif
        }
    }

    /// Throws if the file cannot be read more than once, such as a pipe.
    func requireFile() throws(CommandFailure) {
        if state == nil { throw CommandFailure("'\(path)' must be a file, because it is read more than once.") }
    }

    /// Throws if an iterator could not read the file to its end, or the file has changed.
    func requireWhole() throws(CommandFailure) {
        if failed.withLock(\.self) { throw CommandFailure("'\(path)' could not be read to its end.") }
        if let state, State(path) != state {
            throw CommandFailure("'\(path)' has changed while it was read; run the command again.")
        }
    }

    func makeIterator() -> Iterator { Iterator(path, failed) }

    struct Iterator: IteratorProtocol {
        private let handle: FileHandle?
        private var buffer: [UInt8] = []
        private var position = 0
        private let failed: Locked<Bool>

        init(_ path: String, _ failed: Locked<Bool>) {
            handle = FileHandle(forReadingAtPath: path)
            self.failed = failed
        }

        /// Returns the bytes of the next line without its line ending, which may be missing on the last line; nil at
        /// the end.
        mutating func next() -> [UInt8]? {
            var searched = position
            while true {
                if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                    defer { position = end + 1 }
                    return Array(buffer[position..<end])
                }
                searched = buffer.count
                guard let more = read() else { break }
                buffer.removeFirst(position)
                searched -= position
                position = 0
                buffer += more
            }
            defer { position = buffer.count }
            // The bytes before an error are no line.
            if failed.withLock(\.self) { return nil }
            return position < buffer.count ? Array(buffer[position...]) : nil
        }

        /// Returns the next bytes of the file; nil at its end, or after an error.
        private func read() -> Data? {
            do {
                guard let handle else { throw CocoaError(.fileNoSuchFile) }
                let bytes = try handle.read(upToCount: 1 << 18)
                return bytes?.isEmpty == true ? nil : bytes
            } catch {
                failed.withLock { $0 = true }
                return nil
            }
        }
    }
}
