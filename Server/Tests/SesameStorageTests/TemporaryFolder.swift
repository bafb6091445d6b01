import Foundation

/// A folder for one test, removed with its contents when the object is deallocated.
final class TemporaryFolder: Sendable {
    /// The folder's path. The test has to create the folder.
    let path = NSTemporaryDirectory() + "sesame-test-" + UUID().uuidString

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the path of a file in the folder.
    func file(_ name: String) -> String {
        path + "/" + name
    }

    /// Returns the size of a file, in bytes.
    func size(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
        return (attributes[.size] as? NSNumber)?.intValue ?? 0
    }

    /// Returns the POSIX permissions of a file, or of the folder itself if the name is empty.
    func mode(_ name: String = "") throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
}
