package import Foundation
package import SesameCore

/// A secret that is good for the first admin key, while there is none that can make others.
package protocol FirstKeyOffer: Sendable {
    /// Returns true for the secret, while its time is not over.
    func admits(_ presented: Secret, at now: Date) -> Bool
    /// Takes the secret back.
    func close()
}
