package import Foundation

/// The time of an account's last use, and whether it is a guest account.
package struct AccountLastUse: Sendable, Equatable {
    /// The account's key.
    package let key: Key
    /// True if it has no sign-in method.
    package let isGuest: Bool
    /// The time of the last sign-in or refresh.
    package let lastUsedAt: Date

    package init(key: Key, isGuest: Bool, lastUsedAt: Date) {
        self.key = key
        self.isGuest = isGuest
        self.lastUsedAt = lastUsedAt
    }

    /// The key of an account.
    package struct Key: Sendable, Hashable {
        package let account: AccountID
        package let app: AppID

        package init(account: AccountID, app: AppID) {
            self.account = account
            self.app = app
        }
    }
}
