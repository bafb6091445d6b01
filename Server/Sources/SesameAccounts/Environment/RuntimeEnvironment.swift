package import Foundation
package import SesameCore
import SesameTokens

/// The domain's source of time and randomness. Tests replace both.
package struct RuntimeEnvironment: Sendable {
    private let clock: @Sendable () -> Date
    private let trust: TrustedClock?
    private let random: @Sendable (Int) -> [UInt8]

    /// Creates an environment whose clock is never in doubt.
    ///
    /// - Parameters:
    ///   - clock: The wall clock.
    ///   - random: Returns the requested number of bytes from a cryptographic source.
    package init(clock: @escaping @Sendable () -> Date, random: @escaping @Sendable (Int) -> [UInt8]) {
        self.clock = clock
        self.random = random
        trust = nil
    }

    /// Creates an environment with the system's random source and the given clock.
    package init(clock: @escaping @Sendable () -> Date = { Date() }) {
        self.init(clock: clock, random: Self.systemRandom)
    }

    /// Creates an environment with the system's random source, and a clock that may be in doubt.
    package init(clock: TrustedClock) {
        self.clock = { clock.now }
        trust = clock
        random = Self.systemRandom
    }

    private static let systemRandom: @Sendable (Int) -> [UInt8] = { count in
        // Swift's own generator makes a system call for every eight bytes; this makes a single one for up to 256 bytes.
        // It can fail only on a system without that call.
        var generator = SystemRandomNumberGenerator()
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = count
            if getentropy(buffer.baseAddress, count) == 0 { return }
            for index in 0..<count { buffer[index] = generator.next() }
        }
    }

    /// The current time, in whole milliseconds: the precision of storage.
    package var now: Date {
        Date(millisecondsSince1970: clock().millisecondsSince1970)
    }

    /// The current time for removals by age; nil while the clock is in doubt. See ``TrustedClock``.
    var trustedNow: Date? {
        guard let trust else { return now }
        let reading = trust.reading
        return reading.isTrusted ? Date(millisecondsSince1970: reading.now.millisecondsSince1970) : nil
    }

    /// Attributes a small difference between the wall clock and the monotonic clock to drift; call it every ten
    /// minutes.
    ///
    /// - Returns: The time to record as the last use; nil if the clock is in doubt or not checked.
    func settleClock() -> Date? { trust?.settle() }

    /// The maximum setback of the wall clock, in seconds, that does not make a used value valid again. Records of used
    /// values are kept for this time beyond their expiry.
    static let maxSetback: TimeInterval = 3 * 3_600

    package func randomBytes(_ count: Int) -> [UInt8] {
        random(count)
    }

    /// Returns a random id of 128 bits: 26 lowercase letters and digits.
    package func randomID() -> String {
        Base32.encode(randomBytes(16))
    }

    /// Returns a new secret with 256 random bits, in base64url.
    package func randomSecret() -> Secret {
        Secret(Base64URL.encode(randomBytes(32)))
    }
}

extension Date {
    /// The time in milliseconds since 1970, as stored. A time out of the range of `Int64` becomes its nearest limit.
    package var millisecondsSince1970: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    }

    package init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The milliseconds since 1970 as eight bytes that sort in the order of time.
    var orderedBytes: [UInt8] {
        withUnsafeBytes(of: millisecondsSince1970.bigEndian) { Array($0) }
    }

    /// The whole seconds since 1970, as used in tokens and the API.
    package var secondsSince1970: Int {
        Int(timeIntervalSince1970.rounded(.down))
    }
}
