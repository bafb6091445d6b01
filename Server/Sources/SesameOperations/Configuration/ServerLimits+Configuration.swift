import SesameAccounts
import SesameCore
import SesameHTTP

extension ServerLimits {
    /// The setting's name, of the server and of an app.
    static let setting = "rateLimits"

    /// Reads the server's block, and those of its apps.
    package static func read(_ server: ConfigurationReader) throws(ConfigurationError) -> ServerLimits {
        var limits = ServerLimits()
        if let (value, path) = server.value(setting) {
            let rules = LimitRule.allCases.filter(\.isConfigurable)
            let reader = try ConfigurationReader(
                value, at: path, allowing: rules.map(\.name) + MessageCaps.settings + ["exempt"])
            limits.settings = try LimitSettings(reader, of: rules)
            limits.caps = try MessageCaps(reader)
            limits.exempt = try ServerConfiguration.networks(try reader.strings("exempt") ?? [], "\(path).exempt")
        }
        for member in server.value("apps")?.value.object?.members ?? [] {
            guard let id = AppID(member.name), let block = member.value.object?[setting] else { continue }
            let rules = LimitRule.allCases.filter(\.isOfApps)
            let reader = try ConfigurationReader(
                block, at: "apps.\(member.name).\(setting)", allowing: rules.map(\.name) + MessageCaps.settings)
            limits.apps[id] = try LimitSettings(reader, of: rules)
            limits.capsOfApps[id] = try MessageCaps(reader)
        }
        return limits
    }
}

extension LimitSettings {
    fileprivate init(_ reader: ConfigurationReader, of rules: [LimitRule]) throws(ConfigurationError) {
        self.init()
        for rule in rules {
            guard let (value, path) = reader.value(rule.name) else { continue }
            let usual = rule.usual
            let own = try ConfigurationReader(value, at: path, allowing: [usual.period.setting, "burst"])
            let range = 1...RateLimit.greatest
            limits[rule] = RateLimit(
                try own.integer(usual.period.setting, in: range) ?? usual.rate, per: usual.period,
                burst: try own.integer("burst", in: range) ?? usual.burst)
        }
    }
}
