package import Foundation
package import SesameTokens

/// A signing key as stored, with its private key encrypted by the master key.
package struct SealedSigningKey: Sendable, Equatable {
    /// The key's id in token headers and in the public JWKS.
    package let id: String
    /// The signature algorithm: ES256 for access tokens, RS256 where clients of the Firebase protocol require it.
    package let algorithm: JWSAlgorithm
    /// The private key, encrypted and bound to the key's id; see ``Seal``.
    package let sealed: [UInt8]
    /// The time at which the key appeared in the public JWKS.
    package let publishedAt: Date
    /// The time at which the key starts to sign. In a scheduled rotation it is later than ``publishedAt`` by more than
    /// the cache lifetime of the JWKS.
    package let signsFrom: Date

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
