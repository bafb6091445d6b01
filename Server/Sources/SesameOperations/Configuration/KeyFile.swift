import Foundation
import SesameAccounts
import SesameCore
import SesameTokens

/// A key file: random bytes in base64url on one line, readable only by its owner.
struct KeyFile {
    /// The key as base64url text.
    let text: Secret
    /// The key itself, decoded from ``text``.
    let bytes: [UInt8]

    /// Reads a key file. Throws if other users of the machine can access the file.
    static func read(_ path: String, setting: String) throws(ConfigurationError) -> KeyFile {
        var text = try content(path, setting: setting, remedy: "sesame keys generate --output \(path)")
        if text.last == UInt8(ascii: "\n") { text.removeLast() }
        guard let bytes = Base64URL.decode(text) else {
            throw ConfigurationError(setting, "'\(path)' must contain base64url on one line", cause: .file)
        }
        return KeyFile(text: Secret(String(decoding: text, as: UTF8.self)), bytes: bytes)
    }

    /// Returns the content of a key file. Throws if other users of the machine can access the file.
    ///
    /// - Parameter remedy: The command that creates such a file.
    static func content(_ path: String, setting: String, remedy: String) throws(ConfigurationError) -> [UInt8] {
        // Opened once, so that the checked file is the file that is read, even through a symbolic link.
        var status = stat()
        guard let file = FileHandle(forReadingAtPath: path), fstat(file.fileDescriptor, &status) == 0,
            let content = try? file.readToEnd() ?? Data()
        else {
            guard FilePresence(of: path) == .missing else {
                throw ConfigurationError(
                    setting, "this user cannot read '\(path)'", cause: .file, fix: .run("chown sesame: \(path)"))
            }
            throw ConfigurationError(
                setting, "'\(path)' does not exist", cause: .file,
                fix: .advice("restore the file that belongs to the data, or create one for new data: \(remedy)"))
        }
        guard status.st_mode & 0o077 == 0 else {
            throw ConfigurationError(
                setting, "'\(path)' is accessible to other users", cause: .file, fix: .run("chmod 600 \(path)"))
        }
        return Array(content)
    }

    /// Writes a new key file that only its owner can read; throws if it exists.
    static func generate(at path: String, setting: String) throws(ConfigurationError) {
        let text = Base64URL.encode(SesameAccounts.RuntimeEnvironment().randomBytes(48)) + "\n"
        try create(Array(text.utf8), at: path, setting: setting)
    }

    /// Writes a new file that only its owner can read; throws if it exists.
    static func create(_ bytes: [UInt8], at path: String, setting: String) throws(ConfigurationError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else {
            throw ConfigurationError(
                setting, "'\(path)' cannot be created: \(String(cString: strerror(errno)))", cause: .file)
        }
        defer { close(descriptor) }
        guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            throw ConfigurationError(setting, "'\(path)' cannot be written", cause: .file)
        }
    }
}
