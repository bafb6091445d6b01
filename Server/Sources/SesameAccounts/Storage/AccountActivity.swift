package import Foundation

/// The last use of an account, with the mark of a guest.
package struct AccountActivity: Sendable, Equatable {
    /// Which account.
    package let key: Key
    /// True if it has no sign-in method.
    package let isGuest: Bool
    /// The last sign-in or refresh.
    package let lastUsedAt: Date

    /// Makes the value.
    package init(key: Key, isGuest: Bool, lastUsedAt: Date) {
        self.key = key
        self.isGuest = isGuest
        self.lastUsedAt = lastUsedAt
    }

    /// The key of an account.
    package struct Key: Sendable, Hashable {
        package let account: AccountID
        package let app: AppID

        /// Makes a key.
        package init(account: AccountID, app: AppID) {
            self.account = account
            self.app = app
        }
    }
}
