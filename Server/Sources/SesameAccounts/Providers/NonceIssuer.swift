package import Foundation
import SesameCore
import SesameTokens

/// An issuer of nonces, each valid for one sign-in to one app within ``lifetime``.
///
/// A nonce for linking an identity is bound to the session that requested it.
///
/// A nonce consists of 16 random bytes and its expiry with their HMAC, so issuing one stores nothing. Only spent nonces
/// are stored, until three hours after their expiry, in case the clock is set back.
package struct NonceIssuer: Sendable {
    /// The lifetime of a nonce, in seconds.
    package static let lifetime: TimeInterval = 10 * 60

    private let key: DerivedKey
    private static let randomLength = 16
    private static let expiryLength = 8
    private static let macLength = 32

    init(key: DerivedKey) {
        self.key = key
    }

    /// Creates a nonce for the app, bound to the session if one is given.
    func make(for app: AppID, session: SessionID? = nil, random: [UInt8], at now: Date) -> Secret {
        let expiry = UInt64(bitPattern: now.addingTimeInterval(Self.lifetime).millisecondsSince1970)
        var bytes = random
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: expiry >> shift)) }
        return Secret(Base64URL.encode(bytes + key.code(for: Self.message(bytes, app, session))))
    }

    /// Returns the record that marks a nonce as spent; nil if the nonce is expired or invalid. The nonce must have been
    /// issued for the same app and session; if `session` is nil, without a session.
    func spending(
        _ nonce: Secret, for app: AppID, session: SessionID? = nil, at now: Date
    ) -> UsedNonce? {
        guard let (bytes, expiresAt) = Self.read(nonce), now < expiresAt,
            key.isCode(
                bytes.suffix(Self.macLength),
                of: Self.message(Array(bytes.dropLast(Self.macLength)), app, session))
        else { return nil }
        return UsedNonce(
            digest: digest(bytes), expiresAt: expiresAt.addingTimeInterval(RuntimeEnvironment.maxSetback))
    }

    /// Returns true if the text has the form of a nonce and is not expired. Neither its HMAC nor its app and session
    /// are checked.
    static func isInTime(_ nonce: Secret, at now: Date) -> Bool {
        read(nonce).map { now < $0.expiresAt } ?? false
    }

    private static func read(_ nonce: Secret) -> (bytes: [UInt8], expiresAt: Date)? {
        let bodyLength = randomLength + expiryLength
        guard let bytes = Base64URL.decode(Array(nonce.exposed.utf8)), bytes.count == bodyLength + macLength else {
            return nil
        }
        let expiry = bytes[randomLength..<bodyLength].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return (bytes, Date(millisecondsSince1970: Int64(bitPattern: expiry)))
    }

    private static func message(_ body: [UInt8], _ app: AppID, _ session: SessionID?) -> [UInt8] {
        body + Array(app.description.utf8) + (session.map { [0] + Array($0.description.utf8) } ?? [])
    }
}
