import Foundation
package import SesameCore
import SesameTokens

/// The issuer and verifier of known devices' tokens.
///
/// A token is `dt_` and the base64url form of: the time of issue (8 bytes, milliseconds, big-endian), a random id, and
/// the HMAC-SHA-256 of both with the app and the address. Tokens are not stored, and do not reveal the address.
struct KnownDevices: Sendable {
    /// The length of a device's random id, in bytes.
    static let idLength = 16
    private static let prefix = "dt_"
    private static let timeLength = 8
    private static let macLength = 32

    let key: DerivedKey

    /// Returns a token for a device on which the user has just signed in with the address's password, or set it.
    func token(for email: String, in app: AppID, id: [UInt8], at now: Date) -> Secret {
        let time = UInt64(bitPattern: now.millisecondsSince1970)
        let body = (0..<Self.timeLength).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) } + id
        return Secret(Self.prefix + Base64URL.encode(body + key.code(for: Self.message(body, email, app))))
    }

    /// Returns the device that a token was issued to; nil unless the token was issued with this key, for the address in
    /// the app, less than ``KnownDevice/lifetime`` ago.
    func device(presenting token: Secret, for email: String, in app: AppID, at now: Date) -> KnownDevice? {
        let text = Array(token.exposed.utf8)
        guard text.starts(with: Self.prefix.utf8), let bytes = Base64URL.decode(text.dropFirst(Self.prefix.utf8.count)),
            bytes.count == Self.timeLength + Self.idLength + Self.macLength
        else { return nil }
        let body = Array(bytes.dropLast(Self.macLength))
        guard key.isCode(bytes.suffix(Self.macLength), of: Self.message(body, email, app)) else { return nil }
        let time = body.prefix(Self.timeLength).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let issuedAt = Date(millisecondsSince1970: Int64(bitPattern: time))
        guard now < issuedAt.addingTimeInterval(KnownDevice.lifetime) else { return nil }
        return KnownDevice(id: Array(body.dropFirst(Self.timeLength)), issuedAt: issuedAt)
    }

    private static func message(_ body: [UInt8], _ email: String, _ app: AppID) -> [UInt8] {
        body + Array(app.description.utf8) + [0] + Array(LocalCredential.Kind.email.rawValue.utf8) + [0]
            + Array(email.utf8)
    }
}

extension CodeService {
    /// Returns a token for a device whose user has just set the password of the address, or signed in with the password
    /// and, if the account has one, a second factor.
    package func deviceToken(for email: EmailAddress, in app: App) -> Secret {
        knownDevices.token(
            for: email.description, in: app.id, id: environment.randomBytes(KnownDevices.idLength), at: environment.now)
    }

    /// Returns the known device that presents the token; nil if the token is not valid for the address, or is older
    /// than the address's password.
    ///
    /// A new password voids older tokens. Otherwise an attacker who knew the old password could have collected any
    /// number of tokens, each with free guesses at the new one. For the same reason no token counts for guesses at a
    /// second factor: every caller who reaches that step knows the password.
    func knownDevice(
        presenting token: Secret?, for name: String, in app: AppID
    ) async throws(AccountError) -> KnownDevice? {
        guard let token, let device = knownDevices.device(presenting: token, for: name, in: app, at: environment.now)
        else { return nil }
        let login = try await read { reader throws(StorageError) in try reader.login(.email, name: name, in: app) }
        guard let login, login.password != nil, (login.passwordChangedAt ?? login.createdAt) <= device.issuedAt else {
            return nil
        }
        return device
    }
}
