import SesameAccounts
import SesameCore
import SesameHTTP

extension ServerRateLimits {
    /// The settings that are allowed in the server's `rateLimits`.
    static let settings = SettingGroup(
        RateLimitSettings.keys { $0.isConfigurable } + MessageCaps.keys + [connectionsKey, exemptKey])
    /// The settings that are allowed in an app's `rateLimits`.
    static let settingsOfApp = SettingGroup(RateLimitSettings.keys { $0.isOfApps } + MessageCaps.keys)
    private static let connectionsKey = SettingKey<Int>.integer(
        "connectionsFromAddress", in: 1...1_000_000, usual: ServerRateLimits().connections,
        "Connections of one IP address at a time.")
    private static let exemptKey = SettingKey<[String]?>.texts(
        "exempt", without: "none", "Networks whose requests and connections are not counted by IP address.")

    /// Reads the `rateLimits` settings of the server and of each app.
    package static func read(_ server: ConfigurationReader) throws(ConfigurationError) -> ServerRateLimits {
        var limits = ServerRateLimits()
        if let reader = try server.read(ServerSettings.rateLimits) {
            limits.settings = try RateLimitSettings(reader) { $0.isConfigurable }
            limits.caps = try MessageCaps(reader)
            limits.connections = try reader.read(connectionsKey)
            limits.exempt = try ServerConfiguration.networks(
                try reader.read(exemptKey) ?? [], reader.path(of: exemptKey))
        }
        for member in server.value(ServerSettings.apps.name)?.value.object?.members ?? [] {
            let name = AppSettings.rateLimits.name
            guard let id = AppID(member.name), let block = member.value.object?[name] else { continue }
            let reader = try ConfigurationReader(block, at: "apps.\(member.name).\(name)", of: settingsOfApp)
            limits.apps[id] = try RateLimitSettings(reader) { $0.isOfApps }
            limits.capsOfApps[id] = try MessageCaps(reader)
        }
        return limits
    }
}

extension RateLimitSettings {
    fileprivate static func keys(_ isAllowed: (RateLimitRule) -> Bool) -> [any SettingKeyed] {
        RateLimitRule.allCases.filter(isAllowed).map { key(of: $0) }
    }

    private static func key(of rule: RateLimitRule) -> SettingKey<ConfigurationReader?> {
        .group(
            rule.name, SettingGroup([rateKey(of: rule), burstKey(of: rule)]),
            "[What it counts](operations/rate-limits.md).")
    }

    private static func rateKey(of rule: RateLimitRule) -> SettingKey<Int> {
        .integer(
            rule.defaultLimit.period.setting, in: 1...RateLimit.maxValue, usual: rule.defaultLimit.rate,
            "The number allowed on average.")
    }

    private static func burstKey(of rule: RateLimitRule) -> SettingKey<Int> {
        .integer("burst", in: 1...RateLimit.maxValue, usual: rule.defaultLimit.burst, "The number allowed at once.")
    }

    fileprivate init(
        _ reader: ConfigurationReader, _ isAllowed: (RateLimitRule) -> Bool
    ) throws(ConfigurationError) {
        self.init()
        for rule in RateLimitRule.allCases where isAllowed(rule) {
            guard let own = try reader.read(Self.key(of: rule)) else { continue }
            limits[rule] = RateLimit(
                try own.read(Self.rateKey(of: rule)), per: rule.defaultLimit.period,
                burst: try own.read(Self.burstKey(of: rule)))
        }
    }
}
