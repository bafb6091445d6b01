package import Foundation

/// The stored form of a code that was sent and not redeemed yet: keyed digests and the encrypted content.
package struct OneTimeCode: Sendable, Equatable {
    /// The number of wrong attempts after which the code is void.
    package static let maxAttempts = 5

    /// A keyed digest of app, purpose and recipient. A newer code replaces an older one with the same key.
    package let lookupKey: [UInt8]
    /// A keyed digest of the code.
    package let digest: [UInt8]
    /// The account for which the code was requested; nil if there is none yet.
    package let account: AccountID?
    package let app: AppID
    /// The encrypted ``CodeContent``.
    package let sealed: [UInt8]
    /// The number of wrong attempts so far.
    package var failedAttempts: Int
    package let expiresAt: Date

    package init(
        lookupKey: [UInt8], digest: [UInt8], account: AccountID?, app: AppID, sealed: [UInt8], failedAttempts: Int = 0,
        expiresAt: Date
    ) {
        self.lookupKey = lookupKey
        self.digest = digest
        self.account = account
        self.app = app
        self.sealed = sealed
        self.failedAttempts = failedAttempts
        self.expiresAt = expiresAt
    }
}
