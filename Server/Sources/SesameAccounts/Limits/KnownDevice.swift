package import Foundation

/// A device that has signed in with the password of an address before, as its token shows.
///
/// Its attempts at that password are counted apart from everybody else's, so that strangers who guess at the password do
/// not make its owner wait. OWASP calls such a token a device cookie. It signs nobody in.
package struct KnownDevice: Sendable, Equatable {
    /// The life of a token, in seconds: 400 days, the longest that browsers keep a cookie.
    package static let life: TimeInterval = 400 * 86_400

    /// The device's random id.
    let id: [UInt8]
    /// The time of issue.
    let issuedAt: Date
}
