import SesameAccounts
import SesameCore
import SesameWire

extension ServiceAccount {
    /// Reads the key file of the service account in an app's `push` block; nil if the block has none.
    static func read(_ reader: ConfigurationReader) throws(ConfigurationError) -> ServiceAccount? {
        guard let file = try reader.read(PushSettings.accountKey) else { return nil }
        let path = reader.path(of: PushSettings.accountKey)
        let text = try Secret(contentOf: file, at: path)
        guard let json = (try? JSONValue(parsing: Array(text.exposed.utf8)))?.object, let account = ServiceAccount(json)
        else {
            throw ConfigurationError(
                path, "'\(file)' is not a service account key", cause: .file,
                fix: .advice("create one in the Firebase console under Service accounts"))
        }
        return account
    }
}
