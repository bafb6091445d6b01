import ArgumentParser
import Foundation
import SesameServer

/// The file of a `--config` option.
enum ConfigurationFile {
    static func read(_ path: String) throws -> [UInt8] {
        guard let content = FileManager.default.contents(atPath: path) else {
            guard FilePresence(of: path) == .missing else {
                throw CommandFailure("'\(path)' is not this user's to read; be the server's user, by sudo -u.")
            }
            throw CommandFailure("'\(path)' is not there.")
        }
        return Array(content)
    }
}
