import ArgumentParser
import Foundation

/// The file of a `--config` option.
enum ConfigurationFile {
    static func read(_ path: String) throws -> [UInt8] {
        guard let content = FileManager.default.contents(atPath: path) else {
            throw ValidationError("'\(path)' cannot be read.")
        }
        return Array(content)
    }
}
