/// The caps on messages with codes in one UTC day: by recipient, by country for texts, and by app.
///
/// Each text costs money, and an attacker who earns from texts requests as many as possible. A rate limit alone would
/// not stop a steady stream of messages to one address.
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

    /// The rule of a cap: the messages that it counts, by channel and scope.
    package struct Rule: RefusalAttachment, Hashable {
        package let channel: MessageChannel
        package let scope: Scope

        /// Returns the rules of a channel, in the order in which they are checked. Emails have no rule for countries.
        package static func all(of channel: MessageChannel) -> [Rule] {
            Scope.allCases.filter { channel == .sms || $0 != .country }.map { Rule(channel: channel, scope: $0) }
        }

        package static let all = MessageChannel.allCases.flatMap { all(of: $0) }

        /// The default cap: the number of messages in one UTC day.
        package var defaultLimit: Int {
            switch (channel, scope) {
            case (.sms, .receiver): 10
            case (.sms, .country): 200
            case (.sms, .app): 1_000
            case (.email, .receiver): 20
            case (.email, .country), (.email, .app): 10_000
            }
        }

        /// The error message for clients.
        var reason: String {
            switch (channel, scope) {
            case (.sms, .receiver): "too many SMS to this phone number today"
            case (.sms, .country): "too many SMS to this country today"
            case (.sms, .app): "too many SMS from this app today"
            case (.email, .receiver): "too many emails to this address today"
            case (.email, .country), (.email, .app): "too many emails from this app today"
            }
        }
    }

    /// The largest allowed cap, in messages per UTC day.
    package static let max = 1_000_000

    /// The caps that differ from the defaults, in messages per UTC day.
    package var limits: [Rule: Int]

    /// Creates caps with the given values, and the defaults for all other rules.
    package init(_ limits: [Rule: Int] = [:]) {
        self.limits = limits
    }

    /// Returns the cap of a rule in messages per UTC day: the configured value, or else the default.
    package subscript(rule: Rule) -> Int { limits[rule] ?? rule.defaultLimit }
}

/// The rules for messages with codes: their caps, and the allowed countries for texts.
package struct MessageRules: Sendable {
    /// The server's caps; nil if messages are not capped.
    package var caps: MessageCaps?
    /// The caps of single apps that differ from the server's.
    package var capsOfApps: [AppID: MessageCaps]
    package var countries: TextCountries

    /// Creates rules; without arguments there are no caps, and texts may be sent to every country.
    package init(
        caps: MessageCaps? = nil, apps: [AppID: MessageCaps] = [:], countries: TextCountries = .all
    ) {
        self.caps = caps
        capsOfApps = apps
        self.countries = countries
    }

    /// Returns the cap of a rule in an app, in messages per UTC day; nil if messages are not capped.
    func cap(of rule: MessageCaps.Rule, in app: AppID) -> Int? {
        guard let caps else { return nil }
        return capsOfApps[app]?.limits[rule] ?? caps[rule]
    }
}

extension AccountError {
    /// The daily cap that a message would exceed; nil for other errors.
    package var cap: MessageCaps.Rule? { attachment(MessageCaps.Rule.self) }
}
