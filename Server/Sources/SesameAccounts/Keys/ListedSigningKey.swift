public import Foundation
public import SesameTokens

/// What there is to say of a signing key.
public struct ListedSigningKey: Sendable, Equatable {
    /// The key's id in token headers and in the public set.
    public let id: String
    /// What it signs with.
    public let algorithm: JWSAlgorithm
    /// When the key appeared in the public set.
    public let publishedAt: Date
    /// When it begins to sign, or began.
    public let signsFrom: Date
    /// Whether it signs now.
    public let isSigning: Bool

    init(_ key: SealedSigningKey, isSigning: Bool) {
        id = key.id
        algorithm = key.algorithm
        publishedAt = key.publishedAt
        signsFrom = key.signsFrom
        self.isSigning = isSigning
    }
}
