package import Foundation
package import SesameTokens

/// A signing key as it is stored: the private half is sealed under the master key.
package struct SealedSigningKey: Sendable, Equatable {
    /// The key's id in token headers and in the public set.
    package let id: String
    /// The algorithm of its signatures.
    package let algorithm: JWSAlgorithm
    /// The private key, sealed for its id: see ``Seal``.
    package let sealed: [UInt8]
    /// The time at which the key appeared in the public set.
    package let publishedAt: Date
    /// The time at which the key starts to sign: later than ``publishedAt`` by more than anybody caches the set.
    package let signsFrom: Date

    /// Makes a sealed key.
    package init(
        id: String, algorithm: JWSAlgorithm = .es256, sealed: [UInt8], publishedAt: Date, signsFrom: Date
    ) {
        self.id = id
        self.algorithm = algorithm
        self.sealed = sealed
        self.publishedAt = publishedAt
        self.signsFrom = signsFrom
    }
}
