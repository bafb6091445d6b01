package import Foundation

/// The remains of a deleted account: a keyed digest that names nobody, and the time.
///
/// It tells a session of that account from one that never was, and a restored database which accounts it must not have.
package struct Tombstone: Sendable, Equatable {
    /// The seconds that it is kept: 400 days. No older backup can be restored.
    package static let retention: TimeInterval = 400 * 86_400

    /// The keyed digest of app and account.
    package let digest: [UInt8]
    /// The time of the deletion.
    package let at: Date
    /// The cause.
    package let cause: Cause

    /// Makes a tombstone.
    package init(digest: [UInt8], at: Date, cause: Cause) {
        self.digest = digest
        self.at = at
        self.cause = cause
    }

    /// The cause for which an account went.
    package enum Cause: String, Sendable {
        /// It was deleted, with all that belonged to it.
        case deleted
        /// It was a guest's, and nobody had used it for too long.
        case idle
        /// It became part of another one, which has what belonged to it.
        case merged
    }
}
