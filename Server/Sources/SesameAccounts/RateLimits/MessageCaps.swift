/// The caps on messages with codes in one UTC day: by receiver, by country for texts, and by app.
///
/// Each text costs money, and an attacker who earns from texts requests as many as possible. A rate limit alone would
/// not end a permanent stream of messages to one address.
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

    /// A cap: a channel and a scope.
    package struct Rule: RefusalAttachment, Hashable {
        package let channel: MessageChannel
        /// The group of messages to count.
        package let scope: Scope

        /// Returns the caps of a channel, in the order of checking. Emails have no country.
        package static func all(of channel: MessageChannel) -> [Rule] {
            Scope.allCases.filter { channel == .text || $0 != .country }.map { Rule(channel: channel, scope: $0) }
        }

        /// The caps of every channel.
        package static let all = MessageChannel.allCases.flatMap { all(of: $0) }

        /// The default cap: the number of messages in one UTC day.
        package var usual: Int {
            switch (channel, scope) {
            case (.text, .receiver): 10
            case (.text, .country): 200
            case (.text, .app): 1_000
            case (.mail, .receiver): 20
            case (.mail, .country), (.mail, .app): 10_000
            }
        }

        /// The error message for clients.
        var reason: String {
            switch (channel, scope) {
            case (.text, .receiver): "too many SMS to this phone number today"
            case (.text, .country): "too many SMS to this country today"
            case (.text, .app): "too many SMS from this app today"
            case (.mail, .receiver): "too many emails to this address today"
            case (.mail, .country), (.mail, .app): "too many emails from this app today"
            }
        }
    }

    /// The maximum value of a cap.
    package static let max = 1_000_000

    /// The caps that differ from the defaults.
    package var limits: [Rule: Int]

    /// Creates caps with the default values, except for these.
    package init(_ limits: [Rule: Int] = [:]) {
        self.limits = limits
    }

    /// Returns the cap of a rule: the configured value, or else the default.
    package subscript(rule: Rule) -> Int { limits[rule] ?? rule.usual }
}

/// The rules for messages with codes: their caps, and the allowed countries for texts.
package struct MessageRules: Sendable {
    /// The server's caps; nil for no caps.
    package var caps: MessageCaps?
    /// The caps of single apps that differ from the server's.
    package var capsOfApps: [AppID: MessageCaps]
    /// The allowed countries for texts.
    package var countries: TextCountries

    /// Creates rules; without arguments there are no caps, and texts may be sent to every country.
    package init(
        caps: MessageCaps? = nil, apps: [AppID: MessageCaps] = [:], countries: TextCountries = .all
    ) {
        self.caps = caps
        capsOfApps = apps
        self.countries = countries
    }

    /// Returns the cap of a rule in an app; nil for no cap.
    func cap(of rule: MessageCaps.Rule, in app: AppID) -> Int? {
        guard let caps else { return nil }
        return capsOfApps[app]?.limits[rule] ?? caps[rule]
    }
}

extension AccountError {
    /// The daily cap that a message would exceed.
    package var cap: MessageCaps.Rule? { attachment(MessageCaps.Rule.self) }
}
