import Foundation
package import SesameAccounts
package import SesameCore

/// The mail server by which people are written to.
package struct MailSettings: Sendable {
    /// `smtps://host:port`, or `smtp://host:port`, where encryption begins before anything is said.
    package let server: String
    /// Who we are to it; nil where it asks for nobody.
    package let user: String?
    /// The user's password.
    package let password: Secret?
    /// The address that mails are from.
    package let sender: EmailAddress
    /// The name beside it.
    package let senderName: String?
    /// A file of PEM certificates to trust instead of the system's.
    package let authorityFile: String?

    /// The settings' names.
    static let settings = [
        "server", "user", "passwordFile", "passwordEnvironment", "from", "fromName", "authorityFile",
    ]

    /// Reads the server's `mail`; nil where it sends none.
    ///
    /// - Parameter readsSecrets: Whether the password is read, too.
    static func read(
        _ server: ConfigurationReader, readsSecrets: Bool = true
    ) throws(ConfigurationError) -> MailSettings? {
        guard let (value, path) = server.value("mail") else { return nil }
        let reader = try ConfigurationReader(value, at: path, allowing: settings)
        let user = try reader.string("user")
        var password: Secret?
        if readsSecrets, user != nil { password = try readPassword(reader, at: path) }
        let from = try reader.requiredString("from")
        guard let sender = EmailAddress(from) else {
            throw ConfigurationError("\(path).from", "a plain address such as no-reply@example.com is expected")
        }
        let name = try reader.string("fromName")
        guard name?.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f }) ?? true else {
            throw ConfigurationError("\(path).fromName", "a name is one line")
        }
        return MailSettings(
            server: try address(reader, at: path), user: user, password: password, sender: sender, senderName: name,
            authorityFile: try reader.string("authorityFile"))
    }

    private static func readPassword(
        _ reader: ConfigurationReader, at path: String
    ) throws(ConfigurationError) -> Secret {
        switch (try reader.string("passwordFile"), try reader.string("passwordEnvironment")) {
        case (let file?, nil): return try Secret(contentOf: file, at: "\(path).passwordFile")
        case (nil, let name?):
            guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else {
                throw ConfigurationError("\(path).passwordEnvironment", "the variable '\(name)' is not set")
            }
            return Secret(value)
        default:
            throw ConfigurationError("\(path).passwordFile", "one of passwordFile and passwordEnvironment is required")
        }
    }

    private static func address(_ reader: ConfigurationReader, at path: String) throws(ConfigurationError) -> String {
        let text = try reader.requiredString("server")
        let parts = URLComponents(string: text)
        guard let parts, ["smtp", "smtps"].contains(parts.scheme), let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.path.isEmpty, parts.query == nil, parts.fragment == nil,
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else {
            throw ConfigurationError(
                "\(path).server", "smtps://host:465 or smtp://host:587 is expected, without user and path")
        }
        return text
    }
}
