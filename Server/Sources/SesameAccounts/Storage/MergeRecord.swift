package import Foundation

/// A merge that can still be undone, stored with the surviving account. The snapshot of the two accounts is encrypted.
/// The record is removed with its account, at its expiry, and by the next merge.
package struct MergeRecord: Sendable, Equatable {
    package let app: AppID
    package let account: AccountID
    /// The ``MergeSnapshot``, encrypted and bound to the app and account; see ``Seal``.
    package let sealed: [UInt8]
    /// The time until which the merge can be undone.
    package let expiresAt: Date

    package init(app: AppID, account: AccountID, sealed: [UInt8], expiresAt: Date) {
        self.app = app
        self.account = account
        self.sealed = sealed
        self.expiresAt = expiresAt
    }
}
