import Foundation

/// The presence of a file, as far as this user can tell. A hidden file is not a missing one: advice to make it anew would
/// do harm.
package enum FilePresence: Sendable {
    /// The file exists. It may be unreadable.
    case there
    /// The file does not exist.
    case missing
    /// The user may not search a folder of its path.
    case hidden

    /// Looks the file up.
    package init(of path: String) {
        guard access(path, F_OK) != 0 else {
            self = .there
            return
        }
        self = errno == ENOENT || errno == ENOTDIR ? .missing : .hidden
    }
}
