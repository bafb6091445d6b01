package import Foundation

/// When an account was last used, and whether it is a guest's.
package struct AccountActivity: Sendable, Equatable {
    /// Which account.
    package let key: Key
    /// Whether it has no sign-in method.
    package let isGuest: Bool
    /// When its person last signed in, or one of its sessions was last refreshed.
    package let lastUsedAt: Date

    /// Makes the value.
    package init(key: Key, isGuest: Bool, lastUsedAt: Date) {
        self.key = key
        self.isGuest = isGuest
        self.lastUsedAt = lastUsedAt
    }

    /// What an account is known by.
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
