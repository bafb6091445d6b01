package import Foundation

/// The filters, position and size of a page of an app's accounts.
package struct AccountQuery: Sendable {
    package var app: AppID
    /// The sign-in method that the accounts must have; ``AuthenticationMethod/anonymous`` selects accounts without any.
    /// Nil for all accounts.
    package var method: AuthenticationMethod?
    /// The address that an identity or a local credential of the accounts must have, ignoring case. Nil for all
    /// accounts.
    package var email: String?
    /// True for disabled accounts only, false for enabled ones only. Nil for all accounts.
    package var isDisabled: Bool?
    /// The earliest time of creation, inclusive; nil for no limit.
    package var createdSince: Date?
    /// The time before which the accounts must have been created; nil for no limit.
    package var createdUntil: Date?
    /// The account after which the page begins; nil for the first page.
    package var after: AccountID?
    package var limit: Int

    package init(
        app: AppID, method: AuthenticationMethod? = nil, email: String? = nil, isDisabled: Bool? = nil,
        createdSince: Date? = nil, createdUntil: Date? = nil, after: AccountID? = nil, limit: Int
    ) {
        self.app = app
        self.method = method
        self.email = email
        self.isDisabled = isDisabled
        self.createdSince = createdSince
        self.createdUntil = createdUntil
        self.after = after
        self.limit = limit
    }

    /// The maximum number of accounts that one page examines, so that no query blocks storage for long.
    package static let maxScanned = 10_000
}

/// A page of accounts, in the order of their ids. A page with fewer accounts than requested, or none, is not
/// necessarily the last: except by an address, a page of an app with at least ``AccountQuery/maxScanned`` accounts may be
/// cut after as many.
package struct AccountPage: Sendable, Equatable {
    package let accounts: [AccountRecord]
    /// The value of ``AccountQuery/after`` for the next page; nil at the end.
    package let next: AccountID?

    package init(accounts: [AccountRecord], next: AccountID?) {
        self.accounts = accounts
        self.next = next
    }
}
