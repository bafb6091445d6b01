import Foundation

/// A folder for one test; removed with all that is in it at the end.
final class TemporaryFolder: Sendable {
    /// The path. The folder does not exist yet.
    let path = NSTemporaryDirectory() + "sesame-test-" + UUID().uuidString

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in it.
    func file(_ name: String) -> String {
        path + "/" + name
    }

    /// The size of a file, in bytes.
    func size(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
        return (attributes[.size] as? NSNumber)?.intValue ?? 0
    }

    /// The permissions of a file, or of the folder itself.
    func mode(_ name: String = "") throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
}
