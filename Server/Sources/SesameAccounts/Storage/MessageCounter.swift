/// One counter of messages: an app's, for one UTC day, by one rule.
package struct MessageCounter: Sendable, Hashable {
    package let app: AppID
    /// The day: whole days since 1970, in UTC.
    package let day: Int
    /// The rule that it counts for.
    package let rule: MessageCaps.Rule
    /// The key within the rule: a keyed digest of the receiver, a country calling code, or nothing for an app. It holds no
    /// name.
    package let key: [UInt8]

    /// Makes a counter.
    package init(app: AppID, day: Int, rule: MessageCaps.Rule, key: [UInt8]) {
        self.app = app
        self.day = day
        self.rule = rule
        self.key = key
    }
}
