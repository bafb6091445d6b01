import Foundation
package import SesameCore

/// A file with one secret on one line, for its owner only.
package enum SecretFile {
    /// Writes it: beside where it is to be first, so that nobody sees a half of it, nor with other rights.
    ///
    /// - Parameter replacing: Lets a file that is there go.
    package static func write(_ secret: Secret, to path: String, replacing: Bool = false) throws {
        let draft = replacing ? path + ".new" : path
        if replacing { try? FileManager.default.removeItem(atPath: draft) }
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure("'\(path)' cannot be made: \(String(cString: strerror(errno)))")
        }
        let bytes = Array((secret.exposed + "\n").utf8)
        let isWritten = Foundation.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten else { throw CommandFailure("'\(path)' cannot be written.") }
        if replacing, rename(draft, path) != 0 { throw CommandFailure("'\(path)' cannot be replaced.") }
    }

    /// Reads it.
    package static func read(_ path: String) throws -> Secret {
        guard let data = FileManager.default.contents(atPath: path), let text = String(validating: data, as: UTF8.self)
        else { throw CommandFailure("'\(path)' cannot be read.") }
        return Secret(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
