import SesameAccounts
import SesameCore

extension PasswordPolicy {
    static let settings = SettingGroup([minLengthKey, linksKey, phonesKey])
    private static let minLengthKey = SettingKey.integer(
        "minimum", in: lowestMinLength...64, usual: 8, "The fewest characters of a password.")
    private static let linksKey = SettingKey.flag(
        "links", usual: true, "Whether a link or code by email creates accounts.")
    private static let phonesKey = SettingKey.flag(
        "phones", usual: false, "Whether codes by SMS sign in and create accounts.")

    /// Reads an app's `providers.password`; nil if there is none.
    static func read(_ providers: ConfigurationReader) throws(ConfigurationError) -> PasswordPolicy? {
        guard let reader = try providers.read(AppProviderSettings.password) else { return nil }
        return PasswordPolicy(
            minLength: try reader.read(minLengthKey), allowsLinks: try reader.read(linksKey),
            allowsPhones: try reader.read(phonesKey))
    }
}
