import SesameAccounts
import SesameCore

extension AppwriteSettings {
    static let setting = "appwrite"

    /// Reads an app's block for clients of Appwrite's protocol; nil where there is none.
    static func read(_ app: ConfigurationReader) throws(ConfigurationError) -> AppwriteSettings? {
        guard let (value, path) = app.value(setting) else { return nil }
        let reader = try ConfigurationReader(value, at: path, allowing: ["projectID"])
        guard let settings = AppwriteSettings(projectID: try reader.requiredString("projectID")) else {
            throw ConfigurationError(
                "\(path).projectID", "up to 36 letters, digits, ., - and _ are expected, a letter or a digit in front")
        }
        return settings
    }

    /// Refuses two apps with one project.
    static func requireUnique(in apps: [App]) throws(ConfigurationError) {
        let projects = apps.compactMap(\.appwrite?.projectID)
        guard Set(projects).count == projects.count else {
            throw ConfigurationError("apps", "two apps have one Appwrite project")
        }
    }
}
