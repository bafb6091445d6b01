import Foundation

/// Whether a file is there, as far as this user can tell. What is hidden from a user is not gone, and advice for the one
/// does harm to the other.
public enum FilePresence: Sendable {
    /// It is there; not that it can be read.
    case there
    /// It is not.
    case missing
    /// A folder on the way to it may not be looked into.
    case hidden

    /// Looks for the file.
    public init(of path: String) {
        guard access(path, F_OK) != 0 else {
            self = .there
            return
        }
        self = errno == ENOENT || errno == ENOTDIR ? .missing : .hidden
    }
}
