package import Foundation

/// The time of an account's last use, with a flag for guest accounts.
package struct AccountLastUse: Sendable, Equatable {
    /// The account's id and app.
    package let key: Key
    /// True if the account has no sign-in method.
    package let isGuest: Bool
    /// The time of the last sign-in or refresh.
    package let lastUsedAt: Date

    package init(key: Key, isGuest: Bool, lastUsedAt: Date) {
        self.key = key
        self.isGuest = isGuest
        self.lastUsedAt = lastUsedAt
    }

    /// An account's id with its app. Ids are unique only within an app.
    package struct Key: Sendable, Hashable {
        package let account: AccountID
        package let app: AppID

        package init(account: AccountID, app: AppID) {
            self.account = account
            self.app = app
        }
    }
}
