package import Foundation

/// A device that has signed in with the password of an address before, as its token proves.
///
/// Its attempts at that password are counted separately, so that strangers who guess the password do not make its owner
/// wait. OWASP calls such a token a device cookie. The token does not sign in.
package struct KnownDevice: Sendable, Equatable {
    /// The lifetime of a token, in seconds: 400 days, the maximum of browser cookies.
    package static let lifetime: TimeInterval = 400 * 86_400

    /// The device's random id.
    let id: [UInt8]
    /// The time of issue.
    let issuedAt: Date
}
