/// An order in which storage lists the accounts of an app, efficiently for any number of accounts.
///
/// Accounts with equal keys are ordered by their creation, and those created at the same time by their ids.
package struct AccountSortOrder: Sendable, Hashable {
    /// The field to sort accounts by, with the value in ``AccountSummary``. Texts are compared by their bytes.
    package enum Key: Sendable, CaseIterable {
        case createdAt
        case name
        case email
        case phone
    }

    package let key: Key
    package let isDescending: Bool

    package init(_ key: Key, isDescending: Bool = false) {
        self.key = key
        self.isDescending = isDescending
    }

    package var reversed: AccountSortOrder { AccountSortOrder(key, isDescending: !isDescending) }

    /// The order by creation time, oldest accounts first.
    package static let oldest = AccountSortOrder(.createdAt)
    /// The order by creation time, newest accounts first.
    package static let newest = oldest.reversed
}
