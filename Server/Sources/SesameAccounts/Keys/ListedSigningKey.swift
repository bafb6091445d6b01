package import Foundation
package import SesameTokens

/// What there is to say of a signing key.
package struct ListedSigningKey: Sendable, Equatable {
    /// The key's id in token headers and in the public set.
    package let id: String
    /// What it signs with.
    package let algorithm: JWSAlgorithm
    /// When the key appeared in the public set.
    package let publishedAt: Date
    /// When it begins to sign, or began.
    package let signsFrom: Date
    /// Whether it signs now.
    package let isSigning: Bool

    init(_ key: SealedSigningKey, isSigning: Bool) {
        id = key.id
        algorithm = key.algorithm
        publishedAt = key.publishedAt
        signsFrom = key.signsFrom
        self.isSigning = isSigning
    }
}
