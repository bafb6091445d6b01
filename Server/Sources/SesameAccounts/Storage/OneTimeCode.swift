package import Foundation

/// A code that was sent and not yet redeemed, as stored: keyed digests and the encrypted content.
package struct OneTimeCode: Sendable, Equatable {
    /// The maximum number of wrong codes.
    package static let maxAttempts = 5

    /// A keyed digest of app, purpose and receiver. A newer code replaces an older one with the same slot.
    package let slot: [UInt8]
    /// A keyed digest of the code.
    package let digest: [UInt8]
    /// The code's account; nil if there is none yet.
    package let account: AccountID?
    package let app: AppID
    /// The encrypted content.
    package let sealed: [UInt8]
    /// The number of wrong codes entered.
    package var failedAttempts: Int
    /// The time at which it expires.
    package let expiresAt: Date

    /// Creates a record with these values.
    package init(
        slot: [UInt8], digest: [UInt8], account: AccountID?, app: AppID, sealed: [UInt8], failedAttempts: Int = 0,
        expiresAt: Date
    ) {
        self.slot = slot
        self.digest = digest
        self.account = account
        self.app = app
        self.sealed = sealed
        self.failedAttempts = failedAttempts
        self.expiresAt = expiresAt
    }
}
