/// The address of a request, as far as it is counted.
///
/// An address by itself says too little: who has one of IPv6 has 2⁶⁴, and who rents servers has neighbouring ones. So a
/// sender is counted twice, as a ``subscriber`` and, with four times the allowance, as a ``network``.
package struct ClientAddress: Sendable, Hashable {
    /// The first 64 bits.
    package let high: UInt64
    /// The last 64 bits.
    package let low: UInt64

    /// An address by its 128 bits; IPv4 stands in IPv6 as RFC 4291, section 2.5.5.2, has it.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    private var isIPv4: Bool { high == 0 && low >> 32 == 0xffff }

    /// One address of IPv4; of IPv6 the 64 bits that one household or office has.
    var subscriber: ClientAddress { isIPv4 ? self : ClientAddress(high: high, low: 0) }

    /// The 256 addresses of IPv4, or the 48 bits of IPv6, that are given out together. No subscriber looks like one.
    var network: ClientAddress {
        isIPv4
            ? ClientAddress(high: 1, low: low & ~0xff) : ClientAddress(high: high & ~0xffff, low: 1)
    }

    /// The allowance of a network as a multiple of a subscriber's.
    static let networkAllowance = 4

    func hash(_ seed: UInt64) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(high)
        hasher.combine(low)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
