/// An order in which storage goes through the accounts of an app, from the first to the last, however many there are.
///
/// Accounts that are the same by it stand in the order of their making, and those made at one time in that of their ids.
public struct AccountListOrder: Sendable, Hashable {
    /// What they are ordered by. Texts are compared by their bytes.
    public enum Key: Sendable, CaseIterable {
        /// When the account was made.
        case createdAt
        /// See ``ListedAccount/name``.
        case name
        /// See ``ListedAccount/email``.
        case email
        /// See ``ListedAccount/phone``.
        case phone
    }

    /// What they are ordered by.
    public let key: Key
    /// Whether the greatest comes first.
    public let isDescending: Bool

    /// Names an order.
    public init(_ key: Key, isDescending: Bool = false) {
        self.key = key
        self.isDescending = isDescending
    }

    /// The other way round.
    public var reversed: AccountListOrder { AccountListOrder(key, isDescending: !isDescending) }

    /// The one made first comes first.
    public static let oldest = AccountListOrder(.createdAt)
    /// The one made last comes first.
    public static let newest = oldest.reversed
}
