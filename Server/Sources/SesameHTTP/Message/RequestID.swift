/// The server's id of one request, returned as `X-Request-ID`.
///
/// It links a response to log entries and grants no access.
package struct RequestID: Sendable, Hashable, CustomStringConvertible {
    let value: UInt64

    package init(_ value: UInt64) { self.value = value }

    /// The id as sixteen lowercase hexadecimal digits.
    package var description: String {
        String(unsafeUninitializedCapacity: 16) { digits in
            for index in 0..<16 { digits[index] = Self.digit(value >> UInt64(60 - 4 * index)) }
            return 16
        }
    }

    private static func digit(_ bits: UInt64) -> UInt8 {
        let nibble = UInt8(bits & 15)
        return nibble < 10 ? 48 + nibble : 87 + nibble
    }
}

/// A generator of request ids: SplitMix64, seeded by the system's generator. A system call for each id would cost more
/// than parsing the request.
struct RequestIDSource: Sendable {
    private var state: UInt64

    init(seed: UInt64 = .random(in: .min ... .max)) { state = seed }

    mutating func next() -> RequestID {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return RequestID(mixed ^ (mixed >> 31))
    }
}
