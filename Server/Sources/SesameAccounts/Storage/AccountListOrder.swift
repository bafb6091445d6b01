/// An order in which storage goes through the accounts of an app, from the first to the last, however many there are.
///
/// Accounts that are the same by it stand in the order of their making, and those made at one time in that of their ids.
package struct AccountListOrder: Sendable, Hashable {
    /// The key of the order. Texts compare by their bytes.
    package enum Key: Sendable, CaseIterable {
        /// The creation of the account.
        case createdAt
        /// See ``ListedAccount/name``.
        case name
        /// See ``ListedAccount/email``.
        case email
        /// See ``ListedAccount/phone``.
        case phone
    }

    /// The key of the order.
    package let key: Key
    /// True if the greatest comes first.
    package let isDescending: Bool

    /// Names an order.
    package init(_ key: Key, isDescending: Bool = false) {
        self.key = key
        self.isDescending = isDescending
    }

    /// The other way round.
    package var reversed: AccountListOrder { AccountListOrder(key, isDescending: !isDescending) }

    /// The one made first comes first.
    package static let oldest = AccountListOrder(.createdAt)
    /// The one made last comes first.
    package static let newest = oldest.reversed
}
