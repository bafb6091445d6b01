public import Foundation

/// When an account was last used, and whether it is a guest's.
public struct AccountActivity: Sendable, Equatable {
    /// Which account.
    public let key: Key
    /// Whether it has no sign-in method.
    public let isGuest: Bool
    /// When its person last signed in, or one of its sessions was last refreshed.
    public let lastUsedAt: Date

    /// Makes the value.
    public init(key: Key, isGuest: Bool, lastUsedAt: Date) {
        self.key = key
        self.isGuest = isGuest
        self.lastUsedAt = lastUsedAt
    }

    /// What an account is known by.
    public struct Key: Sendable, Hashable {
        /// The account.
        public let account: AccountID
        /// Its app.
        public let app: AppID

        /// Makes a key.
        public init(account: AccountID, app: AppID) {
            self.account = account
            self.app = app
        }
    }
}
