package import SesameAccounts

extension MasterKey {
    /// Reads a key file; see ``KeyFile``. Throws if the key has fewer than 32 bytes or does not look random.
    package static func read(_ path: String) throws(ConfigurationError) -> MasterKey {
        let bytes = try KeyFile.read(path, setting: "keyFile").bytes
        do throws(MasterKeyError) {
            return try MasterKey(bytes)
        } catch {
            switch error {
            case .tooShort:
                throw ConfigurationError(
                    "keyFile", "the key has \(bytes.count) bytes; at least 32 are required", cause: .file, fix: newKey)
            case .sample:
                throw ConfigurationError(
                    "keyFile", "the key's bytes repeat too much to be random", cause: .file, fix: newKey)
            }
        }
    }

    private static var newKey: ConfigurationError.Fix { .run("sesame keys generate --output /etc/sesame/key") }

    /// Writes a new key file that only its owner can read; throws if it exists.
    package static func generate(at path: String) throws(ConfigurationError) {
        try KeyFile.generate(at: path, setting: "keyFile")
    }
}
