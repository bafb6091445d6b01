import Crypto
public import Foundation
public import SesameCore

/// An authenticator app, as people have it on their phone: TOTP (RFC 6238) with HMAC-SHA-1, six digits and steps of thirty
/// seconds.
///
/// ```swift
/// var app = Authenticator(key: begun.secret)
/// try await manager.addSecondFactor(.authenticator(), code: app.code(at: Date()))
/// ```
public struct Authenticator: Sendable {
    private let key: [UInt8]
    private var last: Int64?

    /// An app that was given the key, in base 32 (RFC 4648, section 6); nil for what is none.
    public init?(key: Secret) {
        var (bits, count) = (UInt32(0), 0)
        var bytes: [UInt8] = []
        for letter in key.exposed.uppercased().utf8 where letter != UInt8(ascii: "=") {
            guard let value = Self.alphabet.firstIndex(of: letter) else { return nil }
            (bits, count) = (bits << 5 | UInt32(value), count + 5)
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        guard !bytes.isEmpty else { return nil }
        self.key = bytes
    }

    /// A key of 160 bits, as a server makes one.
    static func newKey() -> Secret {
        Secret(String(decoding: (0..<32).map { _ in alphabet[Int.random(in: alphabet.indices)] }, as: UTF8.self))
    }

    /// The next code, which stays good for half a minute from that time on. Servers take each once, and allow for a clock
    /// that is half a minute off: two can be shown without waiting, a third once the time step is over.
    public mutating func code(at now: Date) -> Secret {
        // That of the step before would end with this step, perhaps before a server has seen it.
        let step = max(Self.step(at: now), (last ?? .min) + 1)
        last = step
        return Secret(code(atStep: step))
    }

    /// Returns true if that code is one of those around the time, and which step's.
    func step(of code: Secret, at now: Date) -> Int64? {
        let step = Self.step(at: now)
        return (step - 1...step + 1).first { Secret(self.code(atStep: $0)) == code }
    }

    /// The code of a step (RFC 4226, section 5.3).
    private func code(atStep step: Int64) -> String {
        let counter = withUnsafeBytes(of: UInt64(bitPattern: step).bigEndian) { Array($0) }
        let mac = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: key)))
        let offset = Int(mac[mac.count - 1] & 0x0f)
        let number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let text = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - text.utf8.count) + text
    }

    private static func step(at time: Date) -> Int64 { Int64(time.timeIntervalSince1970) / 30 }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
}
