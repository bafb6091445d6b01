import Foundation
package import SesameCore

/// The admin key that `sesame dev` leaves in a file of the user's own while it runs, one per port, so that commands on
/// this machine need none.
package struct LocalAdminKey {
    private let folder: String
    private let path: String

    package init(port: Int) {
        folder = FileManager.default.homeDirectoryForCurrentUser.path + "/.sesame"
        path = folder + "/dev-\(port).admin-key"
    }

    /// The key of the server that runs on this port, if one does.
    package var key: Secret? { try? SecretFile.read(path) }

    /// Leaves the key. Where there is no home to leave it in, commands are given the key's file.
    package func put(_ key: Secret) {
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? SecretFile.write(key, to: path, replacing: true)
    }

    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
