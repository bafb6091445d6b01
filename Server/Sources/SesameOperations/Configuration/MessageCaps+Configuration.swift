import SesameAccounts

extension MessageCaps {
    /// The settings' names, beside the other limits of the server and of an app.
    static let settings = MessageChannel.allCases.map(setting(of:))

    /// Reads the caps of a block of limits.
    init(_ limits: ConfigurationReader) throws(ConfigurationError) {
        self.init()
        for channel in MessageChannel.allCases {
            guard let (value, path) = limits.value(Self.setting(of: channel)) else { continue }
            let rules = Rule.all(of: channel)
            let reader = try ConfigurationReader(value, at: path, allowing: rules.map(\.scope.rawValue))
            for rule in rules { self.limits[rule] = try reader.integer(rule.scope.rawValue, in: 1...Self.max) }
        }
    }

    private static func setting(of channel: MessageChannel) -> String {
        switch channel {
        case .mail: "mailsPerDay"
        case .text: "textsPerDay"
        }
    }
}
