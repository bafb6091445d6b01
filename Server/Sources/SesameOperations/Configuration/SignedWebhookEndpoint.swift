import Foundation
package import SesameCore

/// An operator's URL that receives signed messages: a webhook or an SMS provider.
package struct SignedWebhookEndpoint: Sendable {
    /// An https URL, or an http URL on this machine. Its path and query may contain a secret.
    package let url: String
    /// The secrets of the signatures: the current one first, then the previous one while it is still in use.
    package let secrets: [Secret]

    /// The settings of an endpoint. A block may have more, such as the `events` of a webhook.
    static let keys: [any SettingKeyed] = [addressKey, secretKey, previousSecretKey]
    private static let addressKey = SettingKey<String>.required("url", "An HTTPS URL; HTTP only on this machine.")
    private static let secretKey = SettingKey<String?>.text(
        "secretFile", isRequired: true, "The file with the signing secret, at least 32 characters.")
    private static let previousSecretKey = SettingKey<String?>.text(
        "previousSecretFile", "The file with the previous secret, during a switch.")
    private static let leastSecret = 32

    /// Reads the endpoint's settings from a block. Throws if the URL is not allowed, or a secret is missing or too
    /// short.
    init(_ reader: ConfigurationReader, at path: String) throws(ConfigurationError) {
        url = try Self.address(reader, at: path)
        secrets = try Self.secrets(reader)
    }

    /// The host of the URL, for logs, because the rest of the URL may be a secret.
    var host: String { URLComponents(string: url)?.host ?? "?" }

    /// Reads the URL: https, or plain HTTP only within this machine. A private network's address is allowed, because
    /// the operator writes the file and back ends may run there.
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
                "\(path).url", "must be an https URL without user and fragment; http is allowed only on this machine")
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
                    "the secret is too short; remove the file and create it with: sesame keys generate --output \(file)"
                )
            }
            secrets.append(secret)
        }
        guard reader.has(secretKey) else {
            throw ConfigurationError(reader.path(of: secretKey), "this setting is required")
        }
        return secrets
    }
}
