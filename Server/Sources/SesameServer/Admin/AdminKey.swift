import SesameCore

/// What proves that a request is the operator's: a key in a file that only the operator's programs can read.
public struct AdminKey: Sendable {
    private let key: Secret

    /// Takes the key as it stands in its file.
    init(_ key: Secret) {
        self.key = key
    }

    /// Reads a key file; its form is that of the master key's.
    static func read(_ path: String) throws(ConfigurationError) -> AdminKey {
        let file = try KeyFile.read(path, setting: "adminKeyFile")
        guard file.bytes.count >= 32, Set(file.bytes).count >= 12 else {
            throw ConfigurationError("adminKeyFile", "the key is too short; make one with: sesame keys generate")
        }
        return AdminKey(file.text)
    }

    /// Whether what was presented is the key, in a time that does not depend on where they differ.
    func admits(_ presented: Secret) -> Bool { presented == key }
}
