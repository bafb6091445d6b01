package import Foundation

/// A nonce that was used or whose sign-in was refused, or the id of a processed provider notification.
package struct UsedNonce: Sendable, Equatable {
    /// The SHA-256 digest of the nonce or of the notification's id.
    package let digest: [UInt8]
    /// The time at which the record can be deleted, because the nonce or notification could no longer be used even
    /// if the clock had been set back. It is computed from the nonce or notification alone, so that the same one always
    /// has the same value.
    package let expiresAt: Date

    package init(digest: [UInt8], expiresAt: Date) {
        self.digest = digest
        self.expiresAt = expiresAt
    }
}
