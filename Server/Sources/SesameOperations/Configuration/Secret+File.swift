import Foundation
import SesameCore

extension Secret {
    /// Reads a file's text, without surrounding white space. Throws if the file is empty, longer than 64 KiB or not
    /// UTF-8.
    init(contentOf file: String, at path: String) throws(ConfigurationError) {
        guard let data = FileManager.default.contents(atPath: file), data.count <= 65_536,
            let text = String(validating: data, as: UTF8.self)
        else {
            throw ConfigurationError(path, "'\(file)' cannot be read as a UTF-8 text of at most 64 KiB", cause: .file)
        }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty else { throw ConfigurationError(path, "'\(file)' is empty", cause: .file) }
        self.init(trimmed)
    }
}
