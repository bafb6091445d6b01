import Crypto
import Foundation
import SesameCore

/// The codes of an authenticator app: TOTP as RFC 6238 has it, with the parameters that every such app knows. HMAC-SHA-1,
/// six digits, steps of thirty seconds.
struct TimeCode: Sendable {
    /// The bytes of a secret: as many as SHA-1 gives (RFC 4226, section 4, R6).
    static let secretSize = 20
    /// The seconds that one code is shown.
    static let period: Int64 = 30
    /// The number of digits of a code.
    static let digits = 6
    /// The steps that a clock may be off, either way (RFC 6238, section 5.2).
    private static let tolerance: Int64 = 1

    let secret: [UInt8]

    /// The time step that a time is in.
    static func step(at time: Date) -> Int64 { Int64(time.secondsSince1970) / period }

    /// The code of a step (RFC 4226, section 5.3).
    func code(atStep step: Int64) -> String {
        let counter = withUnsafeBytes(of: UInt64(bitPattern: step).bigEndian) { Array($0) }
        let mac = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: secret)))
        let offset = Int(mac[mac.count - 1] & 0x0f)
        let number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let text = String(number % 1_000_000)
        return String(repeating: "0", count: Self.digits - text.utf8.count) + text
    }

    /// The step whose code was presented, of those around the time and behind the last one used; nil where it is none of
    /// theirs. All of them are compared, each in a time that does not depend on where it differs.
    func step(of presented: Secret, at time: Date, after last: Int64) -> Int64? {
        let now = Self.step(at: time)
        var found: Int64?
        for step in (now - Self.tolerance)...(now + Self.tolerance) {
            let isSame = Array(code(atStep: step).utf8).isSame(as: Array(presented.exposed.utf8))
            if isSame, step > last { found = step }
        }
        return found
    }

    /// The secret as people type it: base 32 of RFC 4648.
    var text: Secret { Secret(Base32.encode(secret, alphabet: Base32.rfc4648)) }

    /// The address that authenticator apps read, mostly out of a picture.
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
