package import SesameAccounts
import SesameCore

/// The server's `texts`: the carrier of text messages, and the countries that they may be sent to.
package struct TextSettings: Sendable {
    /// The receiver of the texts.
    package let carrier: SignedReceiver
    /// The countries. Each text costs money, and more in some countries than in others: none is allowed until it is named.
    package let countries: TextCountries

    static let countriesSetting = "countries"

    /// Reads the block; nil where the server sends no texts.
    static func read(_ server: ConfigurationReader) throws(ConfigurationError) -> TextSettings? {
        guard let (value, path) = server.value("texts") else { return nil }
        let reader = try ConfigurationReader(
            value, at: path, allowing: SignedReceiver.settings + [countriesSetting])
        let countries = try countries(reader, at: path)
        return TextSettings(carrier: try SignedReceiver(reader, at: path), countries: countries)
    }

    /// True if no country is allowed.
    package var allowsNothing: Bool { countries == .only([]) }

    private static func countries(
        _ reader: ConfigurationReader, at path: String
    ) throws(ConfigurationError) -> TextCountries {
        var prefixes: [CallingPrefix] = []
        for text in try reader.strings(countriesSetting) ?? [] {
            guard let prefix = CallingPrefix(text) else {
                throw ConfigurationError(
                    "\(path).\(countriesSetting)",
                    "country calling codes such as +33 are expected, or longer prefixes such as +1212")
            }
            // The longer one would have no effect, and whoever wrote it meant to narrow the other.
            if let other = prefixes.first(where: { $0.contains(prefix) || prefix.contains($0) }) {
                throw ConfigurationError(
                    "\(path).\(countriesSetting)", "\(other) and \(prefix) overlap; keep one of them")
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
