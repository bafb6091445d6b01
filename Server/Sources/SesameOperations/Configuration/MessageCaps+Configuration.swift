import SesameAccounts

extension MessageCaps {
    /// The configuration keys of the daily message caps, `mailsPerDay` and `textsPerDay`, in the `rateLimits` of the
    /// server and of an app.
    static let keys: [any SettingKeyed] = MessageChannel.allCases.map { key(of: $0) }

    /// Reads the daily message caps of a `rateLimits` block. A missing cap keeps its default.
    init(_ limits: ConfigurationReader) throws(ConfigurationError) {
        self.init()
        for channel in MessageChannel.allCases {
            guard let reader = try limits.read(Self.key(of: channel)) else { continue }
            for rule in Rule.all(of: channel) { self.limits[rule] = try reader.read(Self.key(of: rule)) }
        }
    }

    private static func key(of channel: MessageChannel) -> SettingKey<ConfigurationReader?> {
        let group = SettingGroup(Rule.all(of: channel).map { key(of: $0) })
        return switch channel {
        case .email: .group("mailsPerDay", group, "[Caps](operations/rate-limits.md#messages) on emails with codes.")
        case .sms: .group("textsPerDay", group, "[Caps](operations/rate-limits.md#messages) on SMS with codes.")
        }
    }

    private static func key(of rule: Rule) -> SettingKey<Int?> {
        let purpose =
            switch rule.scope {
            case .receiver: "To one recipient."
            case .country: "To one country."
            case .app: "Of one app."
            }
        return .integer(rule.scope.rawValue, in: 1...Self.max, without: "\(rule.defaultLimit)", purpose)
    }
}
