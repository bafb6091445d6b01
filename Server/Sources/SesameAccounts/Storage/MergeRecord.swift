package import Foundation

/// That a merge can still be undone: a row of the account that stays. What the two accounts were is sealed; the row goes
/// with its account, with its time, and with the next merge.
package struct MergeRecord: Sendable, Equatable {
    /// The app of both accounts.
    package let app: AppID
    /// The account that stayed.
    package let account: AccountID
    /// A ``MergeMemory``, sealed for app and account: see ``Seal``.
    package let sealed: [UInt8]
    /// Until when the merge can be undone.
    package let expiresAt: Date

    /// Makes the record.
    package init(app: AppID, account: AccountID, sealed: [UInt8], expiresAt: Date) {
        self.app = app
        self.account = account
        self.sealed = sealed
        self.expiresAt = expiresAt
    }
}
