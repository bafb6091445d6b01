import Crypto
public import Foundation
public import SesameCore

/// An authenticator app for tests: TOTP (RFC 6238) with HMAC-SHA-1, six digits and time steps of 30 seconds.
///
/// ```swift
/// let begun = try await manager.startSecondFactorEnrollment(.authenticator())
/// var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
/// try await manager.finishSecondFactorEnrollment(.authenticator(), code: app.code(at: Date()))
/// ```
public struct Authenticator: Sendable {
    private let key: [UInt8]
    private var last: Int64?

    /// Creates an app from a key in Base32 (RFC 4648, section 6); returns nil if the key is invalid.
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

    /// Returns a new key of 160 bits, as a server creates it.
    static func newKey() -> Secret {
        Secret(String(decoding: (0..<32).map { _ in alphabet[Int.random(in: alphabet.indices)] }, as: UTF8.self))
    }

    /// Returns the next code, which servers accept for at least 30 seconds. Servers accept each code once, and tolerate
    /// a clock error of 30 seconds. Two codes can therefore be used without waiting, and a third one after the time
    /// step.
    public mutating func code(at now: Date) -> Secret {
        // The previous step's code would expire with this step, perhaps before a server has received it.
        let step = max(Self.step(at: now), (last ?? .min) + 1)
        last = step
        return Secret(code(atStep: step))
    }

    /// Returns the time step of a code; nil if the code is not valid at the given time.
    func step(of code: Secret, at now: Date) -> Int64? {
        let step = Self.step(at: now)
        return (step - 1...step + 1).first { Secret(self.code(atStep: $0)) == code }
    }

    /// Returns the code of a time step (RFC 4226, section 5.3).
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
