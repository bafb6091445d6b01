import ArgumentParser
import Foundation
import SesameTerminal

/// The lines of a file, read lazily.
struct LineFile: Sequence {
    private let path: String

    /// Opens the file to check that it can be read, and closes it again; throws if it cannot be opened. Each iterator
    /// opens the file itself.
    init(_ path: String) throws {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw CommandFailure("'\(path)' cannot be read.")
        }
        try? handle.close()
        self.path = path
    }

    func makeIterator() -> Iterator { Iterator(path) }

    struct Iterator: IteratorProtocol {
        private let handle: FileHandle?
        private var buffer: [UInt8] = []
        private var position = 0

        init(_ path: String) {
            handle = FileHandle(forReadingAtPath: path)
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
                guard let more = try? handle?.read(upToCount: 1 << 18), !more.isEmpty else { break }
                buffer.removeFirst(position)
                searched -= position
                position = 0
                buffer += more
            }
            defer { position = buffer.count }
            return position < buffer.count ? Array(buffer[position...]) : nil
        }
    }
}
