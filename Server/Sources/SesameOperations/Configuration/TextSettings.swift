package import SesameAccounts
import SesameCore

/// The server's `texts`: the SMS provider and the countries that receive text messages.
package struct TextSettings: Sendable {
    /// The URL and the signing secrets of the SMS provider.
    package let carrier: SignedWebhookEndpoint
    /// The allowed countries. Text messages cost money, in some countries more than in others, so none is allowed by
    /// default.
    package let countries: TextCountries

    static let settings = SettingGroup(SignedWebhookEndpoint.keys + [countriesKey])
    static let countriesKey = SettingKey<[String]?>.texts(
        "countries", without: "none",
        "The [countries](guides/passwords.md#countries) for SMS: `+` and a calling code, or a longer prefix."
    )

    /// Reads the server's `texts`; nil if the server sends no text messages.
    static func read(_ server: ConfigurationReader) throws(ConfigurationError) -> TextSettings? {
        guard let reader = try server.read(ServerSettings.texts) else { return nil }
        let countries = try countries(reader)
        return TextSettings(carrier: try SignedWebhookEndpoint(reader, at: reader.path), countries: countries)
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
                    "must be country calling codes such as +33, or longer prefixes such as +1212")
            }
            // The longer prefix would have no effect, although the operator probably meant to narrow the other one.
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
    /// The rules for messages with codes. In development all countries are allowed, because nothing is sent to a phone.
    package var messageRules: MessageRules {
        MessageRules(
            caps: limits.isEnabled ? limits.caps : nil, apps: limits.capsOfApps,
            countries: developmentServices == nil ? sms?.countries ?? .only([]) : .all)
    }
}
