public import Foundation
public import SesameTokens

/// A signing key as it is stored: the private half is sealed under the master key.
public struct SealedSigningKey: Sendable, Equatable {
    /// The key's id in token headers and in the public set.
    public let id: String
    /// What it signs with.
    public let algorithm: JWSAlgorithm
    /// The private key, sealed for its id: see ``Seal``.
    public let sealed: [UInt8]
    /// When the key appeared in the public set.
    public let publishedAt: Date
    /// When the key begins to sign: later than ``publishedAt`` by more than anybody caches the set.
    public let signsFrom: Date

    /// Makes a sealed key.
    public init(
        id: String, algorithm: JWSAlgorithm = .es256, sealed: [UInt8], publishedAt: Date, signsFrom: Date
    ) {
        self.id = id
        self.algorithm = algorithm
        self.sealed = sealed
        self.publishedAt = publishedAt
        self.signsFrom = signsFrom
    }
}
