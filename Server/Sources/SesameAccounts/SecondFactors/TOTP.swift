import Crypto
import Foundation
import SesameCore

/// The secret of an authenticator app, from which its codes are computed: TOTP (RFC 6238) with the parameters that
/// every such app supports: HMAC-SHA-1, six digits, steps of thirty seconds.
struct TOTP: Sendable {
    /// The size of a secret in bytes: the output size of SHA-1 (RFC 4226, section 4, R6).
    static let secretSize = 20
    /// The length of a time step in seconds: the time for which an app shows each code.
    static let period: Int64 = 30
    static let digits = 6
    /// The allowed clock difference in time steps, in either direction (RFC 6238, section 5.2).
    private static let tolerance: Int64 = 1

    let secret: [UInt8]

    /// Returns the number of the time step that contains a time.
    static func step(at time: Date) -> Int64 { Int64(time.secondsSince1970) / period }

    /// Returns the code of a time step (RFC 4226, section 5.3).
    func code(atStep step: Int64) -> String {
        let counter = withUnsafeBytes(of: UInt64(bitPattern: step).bigEndian) { Array($0) }
        let mac = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: secret)))
        let offset = Int(mac[mac.count - 1] & 0x0f)
        let number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let text = String(number % 1_000_000)
        return String(repeating: "0", count: Self.digits - text.utf8.count) + text
    }

    /// Returns the time step of the presented code; nil if the code is wrong. Only steps around the given time and
    /// after `last`, the last used step, match. The code is compared with each step's code in constant time.
    func step(of presented: Secret, at time: Date, after last: Int64) -> Int64? {
        let now = Self.step(at: time)
        var found: Int64?
        for step in (now - Self.tolerance)...(now + Self.tolerance) {
            let isSame = Array(code(atStep: step).utf8).isSame(as: Array(presented.exposed.utf8))
            if isSame, step > last { found = step }
        }
        return found
    }

    /// The secret as text to type: base32 (RFC 4648).
    var text: Secret { Secret(Base32.encode(secret, alphabet: Base32.rfc4648)) }

    /// Returns the URI that authenticator apps read, usually from a QR code.
    /// https://github.com/google/google-authenticator/wiki/Key-Uri-Format
    func address(issuer: String, person: String) -> Secret {
        let (issuer, person) = (Self.escaped(issuer), Self.escaped(person))
        return Secret(
            "otpauth://totp/\(issuer):\(person)?secret=\(text.exposed)&issuer=\(issuer)"
                + "&algorithm=SHA1&digits=\(Self.digits)&period=\(Self.period)")
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .urlUserAllowed.subtracting(["&", "=", "+", ";", ":"])) ?? ""
    }
}
