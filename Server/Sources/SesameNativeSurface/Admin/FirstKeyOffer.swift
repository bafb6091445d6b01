package import Foundation
package import SesameCore

/// A one-time secret that creates the first admin key, offered while no existing key may create keys.
package protocol FirstKeyOffer: Sendable {
    /// Returns true if the secret is correct and has not expired.
    func admits(_ presented: Secret, at now: Date) -> Bool
    /// Revokes the secret.
    func close()
}
