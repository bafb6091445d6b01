package import SesameAccounts
import SesameCore

/// The server's `texts`: the carrier of text messages, and the countries that they may be sent to.
package struct TextSettings: Sendable {
    /// The receiver of the texts.
    package let carrier: SignedReceiver
    /// The countries. Each text costs money, and more in some countries than in others: none is allowed until it is named.
    package let countries: TextCountries

    static let settings = SettingGroup(SignedReceiver.keys + [countriesKey])
    static let countriesKey = SettingKey<[String]?>.texts(
        "countries", without: "none",
        "The [countries](guides/passwords.md#countries) that texts may be sent to: `+` and a calling code, or a longer prefix."
    )

    /// Reads the block; nil where the server sends no texts.
    static func read(_ server: ConfigurationReader) throws(ConfigurationError) -> TextSettings? {
        guard let reader = try server.read(ServerSettings.texts) else { return nil }
        let countries = try countries(reader)
        return TextSettings(carrier: try SignedReceiver(reader, at: reader.path), countries: countries)
    }

    /// True if no country is allowed.
    package var allowsNothing: Bool { countries == .only([]) }

    private static func countries(
        _ reader: ConfigurationReader
    ) throws(ConfigurationError) -> TextCountries {
        let path = reader.path(of: countriesKey)
        var prefixes: [CallingPrefix] = []
        for text in try reader.read(countriesKey) ?? [] {
            guard let prefix = CallingPrefix(text) else {
                throw ConfigurationError(
                    path,
                    "country calling codes such as +33 are expected, or longer prefixes such as +1212")
            }
            // The longer one would have no effect, and whoever wrote it meant to narrow the other.
            if let other = prefixes.first(where: { $0.contains(prefix) || prefix.contains($0) }) {
                throw ConfigurationError(
                    path, "\(other) and \(prefix) overlap; keep one of them")
            }
            prefixes.append(prefix)
        }
        return .only(prefixes)
    }
}

extension ServerConfiguration {
    /// The rules for messages with codes. In development texts go to every country, for they reach nobody.
    package var messageRules: MessageRules {
        MessageRules(
            caps: limits.isOn ? limits.caps : nil, apps: limits.capsOfApps,
            countries: standIns == nil ? texts?.countries ?? .only([]) : .all)
    }
}
