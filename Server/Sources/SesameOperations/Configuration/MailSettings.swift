import Foundation
package import SesameAccounts
package import SesameCore

/// The settings of the mail server that sends email to users.
package struct MailSettings: Sendable {
    /// The server's URL: `smtps://host:port`, or `smtp://host:port` with STARTTLS. Only a server on this machine may be
    /// used without TLS.
    package let server: String
    /// The user name at the mail server; nil if it requires none.
    package let user: String?
    /// The password at the mail server; nil if there is no user name, or if secrets were not read.
    package let password: Secret?
    /// The email address in the `From` field of every email.
    package let sender: EmailAddress
    /// The display name of the sender; nil for the address alone.
    package let senderName: String?
    /// A file of PEM certificates to trust instead of the system's; nil for the system's.
    package let caFile: String?

    static let settings = SettingGroup([
        serverKey, userKey, passwordFileKey, passwordVariableKey, fromKey, fromNameKey, authorityKey,
    ])
    private static let serverKey = SettingKey<String>.required(
        "server", "`smtps://host:465`, or `smtp://host:587` with STARTTLS; unencrypted only on this machine.")
    private static let userKey = SettingKey<String?>.text("user", "The user name at the mail server.")
    private static let passwordFileKey = SettingKey<String?>.text("passwordFile", "The file with the user's password.")
    private static let passwordVariableKey = SettingKey<String?>.text(
        "passwordEnvironment", "The environment variable with it, instead of a file.")
    private static let fromKey = SettingKey<String>.required("from", "The sender's email address.")
    private static let fromNameKey = SettingKey<String?>.text("fromName", "The sender's display name.")
    private static let authorityKey = SettingKey<String?>.text(
        "authorityFile", without: "the system's", "A file of PEM certificates to trust.")

    /// Reads the server's `mail`; nil if the server sends no email.
    ///
    /// - Parameter readsSecrets: True if the password is read, too.
    static func read(
        _ server: ConfigurationReader, readsSecrets: Bool = true
    ) throws(ConfigurationError) -> MailSettings? {
        guard let reader = try server.read(ServerSettings.mail) else { return nil }
        let user = try reader.read(userKey)
        var password: Secret?
        if readsSecrets, user != nil { password = try readPassword(reader) }
        let from = try reader.read(fromKey)
        guard let sender = EmailAddress(from) else {
            throw ConfigurationError(
                reader.path(of: fromKey), "must be a plain email address such as no-reply@example.com")
        }
        let name = try reader.read(fromNameKey)
        guard name?.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f }) ?? true else {
            throw ConfigurationError(reader.path(of: fromNameKey), "must be one line without control characters")
        }
        return MailSettings(
            server: try address(reader), user: user, password: password, sender: sender, senderName: name,
            caFile: try reader.read(authorityKey))
    }

    private static func readPassword(_ reader: ConfigurationReader) throws(ConfigurationError) -> Secret {
        let path = reader.path(of: passwordFileKey)
        switch (try reader.read(passwordFileKey), try reader.read(passwordVariableKey)) {
        case (let file?, nil): return try Secret(contentOf: file, at: path)
        case (nil, let name?):
            guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else {
                throw ConfigurationError(
                    reader.path(of: passwordVariableKey), "the environment variable '\(name)' is missing or empty")
            }
            return Secret(value)
        default:
            throw ConfigurationError(path, "exactly one of passwordFile and passwordEnvironment is required")
        }
    }

    private static func address(_ reader: ConfigurationReader) throws(ConfigurationError) -> String {
        let text = try reader.read(serverKey)
        let parts = URLComponents(string: text)
        guard let parts, ["smtp", "smtps"].contains(parts.scheme), let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.path.isEmpty, parts.query == nil, parts.fragment == nil,
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else {
            throw ConfigurationError(
                reader.path(of: serverKey),
                "must be a URL of only a host and a port, such as smtps://host:465 or smtp://host:587")
        }
        return text
    }
}
