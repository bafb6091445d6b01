package import Foundation
package import SesameTokens

/// A signing key, as listed for operators.
package struct SigningKeySummary: Sendable, Equatable {
    /// The key's id in token headers and in the public set.
    package let id: String
    package let algorithm: JWSAlgorithm
    /// The time at which the key appeared in the public set.
    package let publishedAt: Date
    /// The time from which the key signs, unless a newer key does.
    package let signsFrom: Date
    /// True if the key signs new tokens now; true for exactly one key of each algorithm.
    package let isSigning: Bool

    init(_ key: SealedSigningKey, isSigning: Bool) {
        id = key.id
        algorithm = key.algorithm
        publishedAt = key.publishedAt
        signsFrom = key.signsFrom
        self.isSigning = isSigning
    }
}
