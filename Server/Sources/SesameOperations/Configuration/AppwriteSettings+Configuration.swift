import SesameAccounts
import SesameCore
import SesameSurface

extension AppwriteSettings {
    static let settings = SettingGroup([projectKey, originsKey])
    private static let projectKey = SettingKey<String>.required("projectID", "The project ID that clients send.")
    private static let originsKey = SettingKey<[String]?>.texts(
        "origins", without: "`corsOrigins` if there is only one app", "The web origins of the app's pages.")

    /// Reads an app's block for clients of Appwrite's protocol; nil if there is none.
    ///
    /// - Parameter shared: The server's `corsOrigins` if the server has only this app; nil if it has several, because
    ///   one app's users must not be sent to another app's pages.
    static func read(
        _ app: ConfigurationReader, shared: [String]?
    ) throws(ConfigurationError) -> AppwriteSettings? {
        guard let reader = try app.read(AppSettings.appwrite) else { return nil }
        let path = reader.path
        let projectID = try reader.read(projectKey)
        guard let origins = try reader.read(originsKey) ?? shared else {
            throw ConfigurationError(
                "\(path).origins",
                "name those of corsOrigins that belong to this app, for example [\"https://www.example.com\"], or [] "
                    + "for none"
            )
        }
        guard origins.allSatisfy(WebOrigin.canBeListed) else {
            throw ConfigurationError(
                "\(path).origins",
                "must be origins as browsers write them, such as https://www.example.com, with nothing after the host "
                    + "or "
                    + "the port")
        }
        guard let settings = AppwriteSettings(projectID: projectID, origins: origins) else {
            throw ConfigurationError(
                "\(path).projectID", "must be up to 36 letters, digits, ., - and _, beginning with a letter or a digit")
        }
        return settings
    }

    /// Throws if two apps have the same Appwrite project id.
    static func requireUnique(in apps: [App]) throws(ConfigurationError) {
        let projects = apps.compactMap(\.appwrite?.projectID)
        guard Set(projects).count == projects.count else {
            throw ConfigurationError("apps", "two apps have the same Appwrite project")
        }
    }
}
