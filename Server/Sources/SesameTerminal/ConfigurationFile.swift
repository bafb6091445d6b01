import Foundation
import SesameOperations

/// The file of a `--config` option.
package enum ConfigurationFile {
    package static func read(_ path: String) throws -> [UInt8] {
        guard let content = FileManager.default.contents(atPath: path) else {
            guard FilePresence(of: path) == .missing else {
                throw CommandFailure("You cannot read '\(path)'. Run this as the server's user, with sudo -u.")
            }
            throw CommandFailure("'\(path)' does not exist.")
        }
        return Array(content)
    }
}
