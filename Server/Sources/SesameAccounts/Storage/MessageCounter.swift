/// A counter of an app's messages for one UTC day and one rule.
package struct MessageCounter: Sendable, Hashable {
    package let app: AppID
    /// The day, in whole days since 1970-01-01 in UTC.
    package let day: Int
    package let rule: MessageCaps.Rule
    /// The key within the rule: a keyed digest of the recipient, a country calling code, or empty for an app. The key
    /// contains no address or number.
    package let key: [UInt8]

    package init(app: AppID, day: Int, rule: MessageCaps.Rule, key: [UInt8]) {
        self.app = app
        self.day = day
        self.rule = rule
        self.key = key
    }
}
