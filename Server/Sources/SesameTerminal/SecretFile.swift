import Foundation
package import SesameCore

/// A file with one secret on one line, accessible to its owner only.
package enum SecretFile {
    /// Writes the secret to a new file that only its owner can access. Throws ``CommandFailure`` if the file exists or
    /// cannot be written.
    ///
    /// - Parameter replacing: True if an existing file may be replaced. The secret is then written to a temporary file,
    ///   which is moved into place, so that no reader sees an incomplete file or one with other permissions.
    package static func write(_ secret: Secret, to path: String, replacing: Bool = false) throws {
        let draft = replacing ? path + ".new" : path
        if replacing { try? FileManager.default.removeItem(atPath: draft) }
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure("'\(path)' cannot be created: \(String(cString: strerror(errno)))")
        }
        let bytes = Array((secret.exposed + "\n").utf8)
        let isWritten = Foundation.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten else { throw CommandFailure("'\(path)' cannot be written.") }
        if replacing, rename(draft, path) != 0 { throw CommandFailure("'\(path)' cannot be replaced.") }
    }

    /// Returns the secret in the file, without surrounding whitespace. Throws if the file cannot be read.
    package static func read(_ path: String) throws -> Secret {
        guard let data = FileManager.default.contents(atPath: path), let text = String(validating: data, as: UTF8.self)
        else { throw CommandFailure("'\(path)' cannot be read.") }
        return Secret(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
