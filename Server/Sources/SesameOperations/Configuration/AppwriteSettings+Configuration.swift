import SesameAccounts
import SesameCore
import SesameSurface

extension AppwriteSettings {
    static let settings = SettingGroup([projectKey, originsKey])
    private static let projectKey = SettingKey<String>.required("projectID", "The id of the project that clients name.")
    private static let originsKey = SettingKey<[String]?>.texts(
        "origins", without: "`corsOrigins`, for the only app", "The origins of the app's pages.")

    /// Reads an app's block for clients of Appwrite's protocol; nil if there is none.
    ///
    /// - Parameter shared: The server's `corsOrigins`, if it has only this app; nil if there are others, because one
    ///   app's users must not be sent to another app's pages.
    static func read(
        _ app: ConfigurationReader, shared: [String]?
    ) throws(ConfigurationError) -> AppwriteSettings? {
        guard let reader = try app.read(AppSettings.appwrite) else { return nil }
        let path = reader.path
        let projectID = try reader.read(projectKey)
        guard let origins = try reader.read(originsKey) ?? shared else {
            throw ConfigurationError(
                "\(path).origins",
                "which of corsOrigins are this app's is expected, for example [\"https://www.example.com\"]; [] for none"
            )
        }
        guard origins.allSatisfy(WebOrigin.canBeListed) else {
            throw ConfigurationError(
                "\(path).origins",
                "origins as browsers write them are expected: https://www.example.com, with nothing behind the host or "
                    + "the port")
        }
        guard let settings = AppwriteSettings(projectID: projectID, origins: origins) else {
            throw ConfigurationError(
                "\(path).projectID", "up to 36 letters, digits, ., - and _ are expected, a letter or a digit in front")
        }
        return settings
    }

    /// Throws if two apps have the same project.
    static func requireUnique(in apps: [App]) throws(ConfigurationError) {
        let projects = apps.compactMap(\.appwrite?.projectID)
        guard Set(projects).count == projects.count else {
            throw ConfigurationError("apps", "two apps have one Appwrite project")
        }
    }
}
