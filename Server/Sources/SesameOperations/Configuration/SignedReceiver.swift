import Foundation
package import SesameCore

/// An address of the operator's own that is sent signed messages: a webhook, or a carrier of texts.
package struct SignedReceiver: Sendable {
    /// The address of the messages.
    package let url: String
    /// The secrets of the signatures: the newest first, and the one before it while that is still around.
    package let secrets: [Secret]

    /// The settings, beside which a block may have others.
    static let keys: [any SettingKeyed] = [addressKey, secretKey, previousSecretKey]
    private static let addressKey = SettingKey<String>.required("url", "An HTTPS address; HTTP only on this machine.")
    private static let secretKey = SettingKey<String?>.text(
        "secretFile", isRequired: true, "The file of the secret that messages are signed with, 32 characters or more.")
    private static let previousSecretKey = SettingKey<String?>.text(
        "previousSecretFile", "The secret before, while receivers change to the new one.")
    private static let leastSecret = 32

    /// Reads the settings of a block that may have others beside them.
    init(_ reader: ConfigurationReader, at path: String) throws(ConfigurationError) {
        url = try Self.address(reader, at: path)
        secrets = try Self.secrets(reader)
    }

    /// The receiver's machine, for logs: the rest of an address may be a secret.
    var host: String { URLComponents(string: url)?.host ?? "?" }

    /// Https, and in the clear only within this machine. A private network's address is as good as another: the file is
    /// the operator's own, and back ends stand there.
    private static func address(_ reader: ConfigurationReader, at path: String) throws(ConfigurationError) -> String {
        let text = try reader.read(addressKey)
        let parts = URLComponents(string: text)
        let isLocal = ["127.0.0.1", "localhost", "[::1]"].contains(parts?.host ?? "")
        guard let parts, let host = parts.host, !host.isEmpty,
            parts.scheme == "https" || parts.scheme == "http" && isLocal,
            parts.user == nil, parts.password == nil, parts.fragment == nil,
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else {
            throw ConfigurationError(
                "\(path).url", "an https address without user and fragment is expected; http only on this machine")
        }
        return text
    }

    private static func secrets(_ reader: ConfigurationReader) throws(ConfigurationError) -> [Secret] {
        var secrets: [Secret] = []
        for setting in [secretKey, previousSecretKey] {
            guard let file = try reader.read(setting) else { continue }
            let path = reader.path(of: setting)
            let secret = try Secret(contentOf: file, at: path)
            guard secret.exposed.utf8.count >= leastSecret else {
                throw ConfigurationError(
                    path,
                    "the secret is too short; make one with: sesame keys generate --output \(file)")
            }
            secrets.append(secret)
        }
        guard reader.has(secretKey) else {
            throw ConfigurationError(reader.path(of: secretKey), "this setting is required")
        }
        return secrets
    }
}
