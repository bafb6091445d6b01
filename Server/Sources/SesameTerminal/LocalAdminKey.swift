import Foundation
package import SesameCore

/// The file in the user's home folder with the admin key of a running `sesame dev`, one per port, so that commands on
/// this machine need no key.
package struct LocalAdminKey {
    private let folder: String
    private let path: String

    package init(port: Int) {
        folder = FileManager.default.homeDirectoryForCurrentUser.path + "/.sesame"
        path = folder + "/dev-\(port).admin-key"
    }

    /// The admin key of the `sesame dev` on the given port; nil if the file cannot be read, for example because no
    /// server runs.
    package var key: Secret? { try? SecretFile.read(path) }

    /// Stores the key. Errors are ignored: if the file cannot be written, commands need `--key-file` or
    /// `SESAME_ADMIN_KEY`.
    package func put(_ key: Secret) {
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? SecretFile.write(key, to: path, replacing: true)
    }

    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
