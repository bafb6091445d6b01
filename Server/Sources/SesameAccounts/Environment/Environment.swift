package import Foundation
package import SesameCore
import SesameTokens

/// The domain's source of time and randomness. Tests replace both.
package struct Environment: Sendable {
    private let clock: @Sendable () -> Date
    private let trust: TrustedClock?
    private let random: @Sendable (Int) -> [UInt8]

    /// Makes an environment.
    ///
    /// - Parameters:
    ///   - clock: The wall clock.
    ///   - random: Gives that many bytes from a cryptographic source.
    package init(clock: @escaping @Sendable () -> Date, random: @escaping @Sendable (Int) -> [UInt8]) {
        self.clock = clock
        self.random = random
        trust = nil
    }

    /// The system's random source and the given clock.
    package init(clock: @escaping @Sendable () -> Date = { Date() }) {
        self.init(clock: clock, random: Self.systemRandom)
    }

    /// The system's random source, and a clock that may be in doubt.
    package init(clock: TrustedClock) {
        self.clock = { clock.now }
        trust = clock
        random = Self.systemRandom
    }

    private static let systemRandom: @Sendable (Int) -> [UInt8] = { count in
        // Swift's own generator calls the system for every eight bytes, this once for all of them. It takes up to
        // 256 at a time, and can only fail where the system has no such call.
        var generator = SystemRandomNumberGenerator()
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = count
            if getentropy(buffer.baseAddress, count) == 0 { return }
            for index in 0..<count { buffer[index] = generator.next() }
        }
    }

    /// The time now, in whole milliseconds: the precision that storage keeps.
    package var now: Date {
        Date(millisecondsSince1970: clock().millisecondsSince1970)
    }

    /// The time now for whatever is removed by age; nil while the clock is in doubt. See ``TrustedClock``.
    var trustedNow: Date? {
        guard let trust else { return now }
        let reading = trust.reading
        return reading.isTrusted ? Date(millisecondsSince1970: reading.now.millisecondsSince1970) : nil
    }

    /// Takes a small difference between the clocks for drift, every ten minutes.
    ///
    /// - Returns: The time to note as that of the last use; nil if there is none to note.
    func settleClock() -> Date? { trust?.settle() }

    /// The seconds that the wall clock may be set back without anything used becoming valid again. Records of use are
    /// kept that much longer.
    static let greatestSetback: TimeInterval = 3 * 3_600

    package func randomBytes(_ count: Int) -> [UInt8] {
        random(count)
    }

    /// A random id of 128 bits: 26 letters and digits, lower case.
    package func randomID() -> String {
        Base32.encode(randomBytes(16))
    }

    /// A new value that nobody can guess: 256 random bits.
    package func randomSecret() -> Secret {
        Secret(Base64URL.encode(randomBytes(32)))
    }
}

extension Date {
    /// Milliseconds since 1970: how storage keeps a time. One beyond all that can be kept is the last that can.
    package var millisecondsSince1970: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    }

    /// The time of so many milliseconds after 1970.
    package init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// Milliseconds since 1970 as eight bytes that sort as the times do.
    var orderedBytes: [UInt8] {
        withUnsafeBytes(of: millisecondsSince1970.bigEndian) { Array($0) }
    }

    /// Whole seconds since 1970: how tokens and the API state a time.
    package var secondsSince1970: Int {
        Int(timeIntervalSince1970.rounded(.down))
    }
}
