import Foundation

/// The presence of a file, as far as the user who runs the program can tell. A hidden file may exist, so advice to
/// create it could cause harm.
package enum FilePresence: Sendable {
    /// The file exists. It may be unreadable.
    case there
    /// No file exists at the path, because the file itself or a folder in the path is missing.
    case missing
    /// The file may exist, but the check failed, for example because the user may not search a folder in the path.
    case hidden

    /// Checks if a file exists; a symbolic link counts as its target.
    package init(of path: String) {
        guard access(path, F_OK) != 0 else {
            self = .there
            return
        }
        self = errno == ENOENT || errno == ENOTDIR ? .missing : .hidden
    }
}
