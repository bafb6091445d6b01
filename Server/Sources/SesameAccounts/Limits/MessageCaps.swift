/// The caps on messages with codes in one UTC day: by receiver, by country for texts, and by app.
///
/// Each text costs money, and whoever earns by them asks for as many as they can get. A rate alone lets one address be
/// written to for ever.
package struct MessageCaps: Sendable, Equatable {
    /// A group of messages that a cap counts together.
    package enum Scope: String, Sendable, CaseIterable {
        /// The messages to one address or number.
        case receiver
        /// The texts to the numbers of one country calling code.
        case country
        /// All messages of the app.
        case app
    }

    /// One cap: a channel, and what is counted together.
    package struct Rule: RefusalAttachment, Hashable {
        package let channel: MessageChannel
        /// The group that is counted.
        package let scope: Scope

        /// The caps of a channel, in the order in which they are checked. Mails have no country.
        package static func all(of channel: MessageChannel) -> [Rule] {
            Scope.allCases.filter { channel == .text || $0 != .country }.map { Rule(channel: channel, scope: $0) }
        }

        /// The caps of every channel.
        package static let all = MessageChannel.allCases.flatMap { all(of: $0) }

        /// The cap where the configuration has no other.
        package var usual: Int {
            switch (channel, scope) {
            case (.text, .receiver): 10
            case (.text, .country): 200
            case (.text, .app): 1_000
            case (.mail, .receiver): 20
            case (.mail, .country), (.mail, .app): 10_000
            }
        }

        /// The explanation for clients.
        var reason: String {
            switch (channel, scope) {
            case (.text, .receiver): "too many texts to this number today"
            case (.text, .country): "too many texts to this country today"
            case (.text, .app): "too many texts of this app today"
            case (.mail, .receiver): "too many mails to this address today"
            case (.mail, .country), (.mail, .app): "too many mails of this app today"
            }
        }
    }

    /// The greatest value of a cap.
    package static let max = 1_000_000

    /// Caps that are not the usual ones.
    package var limits: [Rule: Int]

    /// The usual caps, but for these.
    package init(_ limits: [Rule: Int] = [:]) {
        self.limits = limits
    }

    /// The cap of a rule.
    package subscript(rule: Rule) -> Int { limits[rule] ?? rule.usual }
}

/// The rules for messages with codes: their caps, and the countries that texts may be sent to.
package struct MessageRules: Sendable {
    /// The server's caps; nil where nothing is capped.
    package var caps: MessageCaps?
    /// Caps of single apps, where they are not the server's.
    package var capsOfApps: [AppID: MessageCaps]
    /// The countries that texts may be sent to.
    package var countries: TextCountries

    /// Rules; without arguments nothing is capped, and texts may be sent to every country.
    package init(
        caps: MessageCaps? = nil, apps: [AppID: MessageCaps] = [:], countries: TextCountries = .all
    ) {
        self.caps = caps
        capsOfApps = apps
        self.countries = countries
    }

    /// The cap of a rule in an app; nil where nothing is capped.
    func cap(of rule: MessageCaps.Rule, in app: AppID) -> Int? {
        guard let caps else { return nil }
        return capsOfApps[app]?.limits[rule] ?? caps[rule]
    }
}

extension Refusal {
    /// The daily cap that a message would exceed.
    package var cap: MessageCaps.Rule? { attachment(MessageCaps.Rule.self) }
}
