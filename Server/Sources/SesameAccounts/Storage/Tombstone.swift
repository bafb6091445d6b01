package import Foundation

/// The record of a deleted account: the time, and a keyed digest that identifies no user.
///
/// With the tombstone, the server distinguishes a session of a deleted account from a session that was removed after
/// its end. After a restore, the server finds the accounts that must be deleted again.
package struct Tombstone: Sendable, Equatable {
    /// The lifetime of a tombstone, in seconds: 400 days. No older backup can be restored.
    package static let retention: TimeInterval = 400 * 86_400

    /// The keyed digest of app and account.
    package let digest: [UInt8]
    /// The time of the deletion.
    package let at: Date
    package let cause: Cause

    package init(digest: [UInt8], at: Date, cause: Cause) {
        self.digest = digest
        self.at = at
        self.cause = cause
    }

    package enum Cause: String, Sendable {
        /// The account was deleted, with all its data.
        case deleted
        /// The account was an inactive guest account.
        case idle
        /// The account was absorbed in a merge; the survivor got the account's data.
        case merged
    }
}
