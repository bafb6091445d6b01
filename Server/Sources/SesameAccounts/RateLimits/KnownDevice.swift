package import Foundation

/// A device that presented a token from an earlier sign-in with the password of an address.
///
/// The device's attempts at that password are counted separately, so that strangers who guess the password do not make
/// its owner wait. OWASP calls such a token a device cookie. The token does not sign in.
package struct KnownDevice: Sendable, Equatable {
    /// The lifetime of a token, in seconds: 400 days, the maximum of browser cookies.
    package static let lifetime: TimeInterval = 400 * 86_400

    /// The device's random id.
    let id: [UInt8]
    let issuedAt: Date
}
