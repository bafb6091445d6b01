import Foundation
package import SesameAccounts
import SesameTokens

/// The file of pseudonym keys: a version and its key on each line, `v1 5Zc…`, readable only by its owner.
///
/// New versions are added as new lines. Remove the line of an older version only when no account uses that version:
/// without the key, the server no longer recognizes the users whose pseudonyms were derived with it.
extension PseudonymKeys {
    private static let setting = "pseudonymKeyFile"

    /// Reads a file of pseudonym keys. Throws if other users of the machine can access it, or if a line or a key is
    /// invalid.
    package static func read(_ path: String) throws(ConfigurationError) -> PseudonymKeys {
        let content = try KeyFile.content(path, setting: setting, remedy: "sesame keys pseudonyms --output \(path)")
        var keys: [PseudonymKey] = []
        for line in content.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            guard parts.count == 2, let version = Self.version(parts[0]), let bytes = Base64URL.decode(Array(parts[1]))
            else {
                throw ConfigurationError(
                    setting, "'\(path)' has an invalid line; each line must be a version and its key, such as v1 5Zc…",
                    cause: .file)
            }
            do throws(PseudonymKeyError) { keys.append(try PseudonymKey(version: version, bytes)) } catch {
                throw ConfigurationError(error, in: path)
            }
        }
        do throws(PseudonymKeyError) { return try PseudonymKeys(keys) } catch {
            throw ConfigurationError(error, in: path)
        }
    }

    /// Writes a new file with key version 1; throws if the file exists.
    package static func generate(at path: String) throws(ConfigurationError) {
        try KeyFile.create(Array(newLine(version: 1).utf8), at: path, setting: setting)
    }

    /// Adds a key version to a file. Users switch to the new version at their next sign-in.
    ///
    /// - Returns: The number of the new version.
    package static func addVersion(to path: String) throws(ConfigurationError) -> Int {
        let version = (try read(path).versions.first?.version ?? 0) + 1
        var content = try KeyFile.content(path, setting: setting, remedy: "")
        if content.last != UInt8(ascii: "\n") { content.append(UInt8(ascii: "\n")) }
        let part = path + ".new"
        try KeyFile.create(content + Array(newLine(version: version).utf8), at: part, setting: setting)
        // Replaced atomically, because a partially written file would lose keys.
        guard rename(part, path) == 0 else {
            throw ConfigurationError(
                setting, "'\(path)' cannot be replaced: \(String(cString: strerror(errno)))", cause: .file)
        }
        return version
    }

    private static func newLine(version: Int) -> String {
        "v\(version) \(Base64URL.encode(SesameAccounts.RuntimeEnvironment().randomBytes(48)))\n"
    }

    private static func version(_ text: some Collection<UInt8>) -> Int? {
        guard text.first == UInt8(ascii: "v"), let second = text.dropFirst().first, second != UInt8(ascii: "0"),
            text.dropFirst().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(String(decoding: text.dropFirst(), as: UTF8.self))
    }
}

extension ConfigurationError {
    fileprivate init(_ error: PseudonymKeyError, in path: String) {
        let problem =
            switch error {
            case .none: "contains no key"
            case .noVersion: "has a version that is not a positive integer"
            case .tooShort(let version): "has a key v\(version) of fewer than \(PseudonymKey.minBytes) bytes"
            case .sample(let version): "has a key v\(version) whose bytes repeat too much to be random"
            case .repeated(let version): "has a duplicate key v\(version)"
            }
        self.init(
            "pseudonymKeyFile", "'\(path)' \(problem)", cause: .file,
            fix: .run("sesame keys pseudonyms --output FILE"))
    }
}
