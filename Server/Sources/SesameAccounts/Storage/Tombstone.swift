package import Foundation

/// What stays of an account that is gone: a keyed digest that names nobody, and when it went.
///
/// It tells a session of that account from one that never was, and a restored database which accounts it must not have.
package struct Tombstone: Sendable, Equatable {
    /// How long it is kept, in seconds: 400 days. No backup that is older can be restored.
    package static let retention: TimeInterval = 400 * 86_400

    /// The keyed digest of app and account.
    package let digest: [UInt8]
    /// When the account went.
    package let at: Date
    /// Why it went.
    package let cause: Cause

    /// Makes a tombstone.
    package init(digest: [UInt8], at: Date, cause: Cause) {
        self.digest = digest
        self.at = at
        self.cause = cause
    }

    /// Why an account went.
    package enum Cause: String, Sendable {
        /// It was deleted, with all that belonged to it.
        case deleted
        /// It was a guest's, and nobody had used it for too long.
        case idle
        /// It became part of another one, which has what belonged to it.
        case merged
    }
}
