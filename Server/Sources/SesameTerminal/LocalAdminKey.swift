import Foundation
package import SesameCore

/// The admin key that `sesame dev` stores in a file of the user while it runs, one per port, so that commands on this
/// machine need no key.
package struct LocalAdminKey {
    private let folder: String
    private let path: String

    package init(port: Int) {
        folder = FileManager.default.homeDirectoryForCurrentUser.path + "/.sesame"
        path = folder + "/dev-\(port).admin-key"
    }

    /// The key of the server on this port; nil if none runs.
    package var key: Secret? { try? SecretFile.read(path) }

    /// Stores the key. Without a home folder nothing is stored, and commands need the path of the key's file.
    package func put(_ key: Secret) {
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? SecretFile.write(key, to: path, replacing: true)
    }

    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
