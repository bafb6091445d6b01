import SesameAccounts
import SesameCore

extension PasswordPolicy {
    /// Reads an app's `providers.password`; nil where the app has none.
    static func read(_ providers: ConfigurationReader) throws(ConfigurationError) -> PasswordPolicy? {
        guard let (value, path) = providers.value("password") else { return nil }
        let reader = try ConfigurationReader(value, at: path, allowing: ["minimum", "links", "phones"])
        return PasswordPolicy(
            minimum: try reader.integer("minimum", in: leastMinimum...64) ?? 8,
            allowsLinks: try reader.bool("links") ?? true, allowsPhones: try reader.bool("phones") ?? false)
    }
}
