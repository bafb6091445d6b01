package import SesameAccounts
import SesameCore

extension Webhook {
    static let settings = SettingGroup(SignedWebhookEndpoint.keys + [eventsKey, appsKey])
    private static let eventsKey = SettingKey<[String]?>.texts(
        "events", without: "all", "The [kinds of events](events.md) that are sent.")
    private static let appsKey = SettingKey<[String]?>.texts(
        "apps", without: "all, and events without an app", "The apps whose events are sent.")

    /// Reads the server's webhooks. Throws if two have the same URL, or if one lists an unknown event or app.
    package static func read(
        _ server: ConfigurationReader, of apps: AppDirectory
    ) throws(ConfigurationError) -> [Webhook] {
        guard let member = try server.read(ServerSettings.webhooks) else { return [] }
        let path = member.path
        guard let blocks = member.value.array else {
            throw ConfigurationError(path, "must be a list of objects")
        }
        var webhooks: [Webhook] = []
        for (number, block) in blocks.enumerated() {
            let path = "\(path)[\(number)]"
            let reader = try ConfigurationReader(block, at: path, of: settings)
            let (kinds, names) = (try kinds(reader, at: path), try names(reader, of: apps, at: path))
            let receiver = try SignedWebhookEndpoint(reader, at: path)
            let webhook = Webhook(url: receiver.url, kinds: kinds, apps: names, secrets: receiver.secrets)
            guard !webhooks.contains(where: { $0.id == webhook.id }) else {
                throw ConfigurationError("\(path).url", "two webhooks have this URL")
            }
            webhooks.append(webhook)
        }
        return webhooks
    }

    private static func kinds(
        _ reader: ConfigurationReader, at path: String
    ) throws(ConfigurationError) -> Set<SecurityEvent.Kind>? {
        guard let names = try reader.read(eventsKey) else { return nil }
        var kinds: Set<SecurityEvent.Kind> = []
        for name in names {
            guard let kind = SecurityEvent.Kind(rawValue: name) else {
                let all = SecurityEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConfigurationError("\(path).events", "unknown event kind '\(name)'; the kinds are \(all)")
            }
            kinds.insert(kind)
        }
        guard !kinds.isEmpty else {
            throw ConfigurationError("\(path).events", "name at least one, or omit the setting for all")
        }
        return kinds
    }

    private static func names(
        _ reader: ConfigurationReader, of apps: AppDirectory, at path: String
    ) throws(ConfigurationError) -> Set<AppID>? {
        guard let names = try reader.read(appsKey) else { return nil }
        var ids: Set<AppID> = []
        for name in names {
            guard let id = AppID(name), apps[id] != nil else {
                throw ConfigurationError("\(path).apps", "unknown app '\(name)'")
            }
            ids.insert(id)
        }
        guard !ids.isEmpty else {
            throw ConfigurationError("\(path).apps", "name at least one, or omit the setting for all")
        }
        return ids
    }
}
