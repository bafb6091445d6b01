/// One counter of messages: an app's, for one UTC day, by one rule.
public struct MessageCounter: Sendable, Hashable {
    /// The app.
    public let app: AppID
    /// The day: whole days since 1970, in UTC.
    public let day: Int
    /// The rule that it counts for.
    public let rule: MessageCaps.Rule
    /// The key within the rule: a keyed digest of the receiver, a country calling code, or nothing for an app. It holds no
    /// name.
    public let key: [UInt8]

    /// Makes a counter.
    public init(app: AppID, day: Int, rule: MessageCaps.Rule, key: [UInt8]) {
        self.app = app
        self.day = day
        self.rule = rule
        self.key = key
    }
}
