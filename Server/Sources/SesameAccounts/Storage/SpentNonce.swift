package import Foundation

/// A nonce that was used, or whose sign-in was refused; or the id of a provider's notification that was taken.
package struct SpentNonce: Sendable, Equatable {
    /// SHA-256 of its bytes.
    package let digest: [UInt8]
    /// The time at which it can be forgotten: the nonce could not be used any more, even if the clock had been set
    /// back. It follows from the nonce, so that it finds it again.
    package let expiresAt: Date

    /// Makes the record.
    package init(digest: [UInt8], expiresAt: Date) {
        self.digest = digest
        self.expiresAt = expiresAt
    }
}
