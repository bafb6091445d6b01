package import Foundation
package import SesameCore

/// A secret that creates the first admin key, while no key can create others.
package protocol FirstKeyOffer: Sendable {
    /// Returns true if the secret is correct and has not expired.
    func admits(_ presented: Secret, at now: Date) -> Bool
    /// Revokes the secret.
    func close()
}
