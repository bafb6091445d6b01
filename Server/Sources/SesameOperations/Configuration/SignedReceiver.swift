import Foundation
package import SesameCore

/// An address of the operator's own that is sent signed messages: a webhook, or a carrier of texts.
package struct SignedReceiver: Sendable {
    /// Where messages go.
    package let url: String
    /// What they are signed with: the newest first, and the one before it while that is still around.
    package let secrets: [Secret]

    /// The settings' names.
    static let settings = ["url", "secretFile", "previousSecretFile"]
    private static let leastSecret = 32

    /// Reads the settings of a block that may have others beside them.
    init(_ reader: ConfigurationReader, at path: String) throws(ConfigurationError) {
        url = try Self.address(reader, at: path)
        secrets = try Self.secrets(reader, at: path)
    }

    /// The receiver's machine, for logs: the rest of an address may be a secret.
    var host: String { URLComponents(string: url)?.host ?? "?" }

    /// Https, and in the clear only within this machine. A private network's address is as good as another: the file is
    /// the operator's own, and back ends stand there.
    private static func address(_ reader: ConfigurationReader, at path: String) throws(ConfigurationError) -> String {
        let text = try reader.requiredString("url")
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

    private static func secrets(_ reader: ConfigurationReader, at path: String) throws(ConfigurationError) -> [Secret] {
        var secrets: [Secret] = []
        for setting in ["secretFile", "previousSecretFile"] {
            guard let file = try reader.string(setting) else { continue }
            let secret = try Secret(contentOf: file, at: "\(path).\(setting)")
            guard secret.exposed.utf8.count >= leastSecret else {
                throw ConfigurationError(
                    "\(path).\(setting)",
                    "the secret is too short; make one with: sesame keys generate --output \(file)")
            }
            secrets.append(secret)
        }
        guard try reader.string("secretFile") != nil else {
            throw ConfigurationError("\(path).secretFile", "this setting is required")
        }
        return secrets
    }
}
