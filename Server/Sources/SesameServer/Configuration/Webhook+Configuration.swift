import Foundation
import SesameAccounts
import SesameCore

extension Webhook {
    private static let settings = ["url", "secretFile", "previousSecretFile", "events", "apps"]
    private static let leastSecret = 32

    /// Reads the webhooks of a configuration.
    static func read(
        _ server: ConfigurationReader, of apps: AppDirectory
    ) throws(ConfigurationError) -> [Webhook] {
        guard let (value, path) = server.value("webhooks") else { return [] }
        guard let blocks = value.array else { throw ConfigurationError(path, "a list of objects is expected") }
        var webhooks: [Webhook] = []
        for (number, block) in blocks.enumerated() {
            let path = "\(path)[\(number)]"
            let reader = try ConfigurationReader(block, at: path, allowing: settings)
            let webhook = Webhook(
                url: try address(reader, at: path), kinds: try kinds(reader, at: path),
                apps: try names(reader, of: apps, at: path), secrets: try secrets(reader, at: path))
            guard !webhooks.contains(where: { $0.id == webhook.id }) else {
                throw ConfigurationError("\(path).url", "two webhooks have this address")
            }
            webhooks.append(webhook)
        }
        return webhooks
    }

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

    private static func kinds(
        _ reader: ConfigurationReader, at path: String
    ) throws(ConfigurationError) -> Set<SecurityEvent.Kind>? {
        guard let names = try reader.strings("events") else { return nil }
        var kinds: Set<SecurityEvent.Kind> = []
        for name in names {
            guard let kind = SecurityEvent.Kind(rawValue: name) else {
                let all = SecurityEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConfigurationError("\(path).events", "there is no event '\(name)'; there are \(all)")
            }
            kinds.insert(kind)
        }
        guard !kinds.isEmpty else {
            throw ConfigurationError("\(path).events", "name at least one, or leave the setting out for all")
        }
        return kinds
    }

    private static func names(
        _ reader: ConfigurationReader, of apps: AppDirectory, at path: String
    ) throws(ConfigurationError) -> Set<AppID>? {
        guard let names = try reader.strings("apps") else { return nil }
        var ids: Set<AppID> = []
        for name in names {
            guard let id = AppID(name), apps[id] != nil else {
                throw ConfigurationError("\(path).apps", "there is no app '\(name)'")
            }
            ids.insert(id)
        }
        guard !ids.isEmpty else {
            throw ConfigurationError("\(path).apps", "name at least one, or leave the setting out for all")
        }
        return ids
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
