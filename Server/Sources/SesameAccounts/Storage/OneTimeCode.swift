package import Foundation

/// A code that was sent and has not come back, as it is kept: by keyed digests, with what it is good for sealed.
package struct OneTimeCode: Sendable, Equatable {
    /// The most wrong codes.
    package static let mostTries = 5

    /// Names app, purpose and receiver: a newer code takes the place of an older one.
    package let slot: [UInt8]
    /// Names the code itself.
    package let digest: [UInt8]
    /// The account that it goes with, if there is one yet.
    package let account: AccountID?
    package let app: AppID
    /// The encrypted content.
    package let sealed: [UInt8]
    /// The number of wrong codes presented in its place.
    package var tries: Int
    /// The time at which it expires.
    package let expiresAt: Date

    /// Makes a record.
    package init(
        slot: [UInt8], digest: [UInt8], account: AccountID?, app: AppID, sealed: [UInt8], tries: Int = 0,
        expiresAt: Date
    ) {
        self.slot = slot
        self.digest = digest
        self.account = account
        self.app = app
        self.sealed = sealed
        self.tries = tries
        self.expiresAt = expiresAt
    }
}
