package import Foundation

/// Which accounts of an app are asked for.
package struct AccountQuery: Sendable {
    package var app: AppID
    /// Only those with this way to sign in; for ``SignInMethod/anonymous`` those with none.
    package var method: SignInMethod?
    /// Only those with an identity or a login of that address, in any case of its letters.
    package var email: String?
    /// Only those that are disabled, or only those that are not.
    package var isDisabled: Bool?
    /// Only those made from then on.
    package var createdSince: Date?
    /// Only those made before then.
    package var createdUntil: Date?
    /// Only those that follow this one.
    package var after: AccountID?
    /// At most so many.
    package var limit: Int

    /// Makes a query.
    package init(
        app: AppID, method: SignInMethod? = nil, email: String? = nil, isDisabled: Bool? = nil,
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

    /// The most accounts that one page looks at: no question keeps storage busy for long.
    package static let reach = 10_000
}

/// A page of accounts, in the order of their ids. It may have fewer than were asked for, or none, and still not be the
/// last.
package struct AccountPage: Sendable, Equatable {
    package let accounts: [AccountView]
    /// The place of the next page; nil at the end.
    package let next: AccountID?

    /// Makes a page.
    package init(accounts: [AccountView], next: AccountID?) {
        self.accounts = accounts
        self.next = next
    }
}
