import Foundation
public import SesameAccounts
import SesameTokens

extension MasterKey {
    /// Reads a key file: the base64url form of at least 32 random bytes, on one line, readable by its owner only.
    static func read(_ path: String) throws(ConfigurationError) -> MasterKey {
        // Opened once, so that what is checked is what is read, also behind a link.
        var status = stat()
        guard let file = FileHandle(forReadingAtPath: path), fstat(file.fileDescriptor, &status) == 0,
            let content = try? file.readToEnd() ?? Data()
        else {
            throw ConfigurationError(
                "keyFile", "'\(path)' cannot be read; make one with: sesame keys generate --output \(path)")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw ConfigurationError("keyFile", "'\(path)' is open to others; run: chmod 600 \(path)")
        }
        var text = Array(content)
        if text.last == UInt8(ascii: "\n") { text.removeLast() }
        guard let bytes = Base64URL.decode(text) else {
            throw ConfigurationError("keyFile", "'\(path)' is not base64url on one line")
        }
        do throws(MasterKeyError) {
            return try MasterKey(bytes)
        } catch {
            switch error {
            case .tooShort:
                throw ConfigurationError("keyFile", "the key has \(bytes.count) bytes; 32 are the least")
            case .sample:
                throw ConfigurationError("keyFile", "the key repeats itself; make one with: sesame keys generate")
            }
        }
    }

    /// Writes a new key file that only its owner can read; refused where one is.
    public static func generate(at path: String) throws(ConfigurationError) {
        let text = Base64URL.encode(SesameAccounts.Environment().randomBytes(48)) + "\n"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else {
            throw ConfigurationError("keyFile", "'\(path)' cannot be made: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            throw ConfigurationError("keyFile", "'\(path)' cannot be written")
        }
    }
}
