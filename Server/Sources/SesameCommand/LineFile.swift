import ArgumentParser
import Foundation
import SesameTerminal

/// The lines of a file, read as they are asked for.
struct LineFile: Sequence {
    private let path: String

    /// Names a file that can be read.
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

        /// The next line without its end; the last one may have none.
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
