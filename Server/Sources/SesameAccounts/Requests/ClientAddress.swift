/// A client's IP address, as counted by rate limits.
///
/// A single address is not enough to limit a sender: a subscriber of IPv6 has 2⁶⁴ addresses, and rented servers have
/// neighboring ones. So a sender is counted twice, as a ``subscriber`` and, with four times the allowance, as a
/// ``network``.
package struct ClientAddress: Sendable, Hashable {
    /// The first 64 bits of the address as IPv6.
    package let high: UInt64
    /// The last 64 bits of the address as IPv6.
    package let low: UInt64

    /// Creates an address from its 128 bits. An IPv4 address must be given in IPv6-mapped form (RFC 4291, section
    /// 2.5.5.2).
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    private var isIPv4: Bool { high == 0 && low >> 32 == 0xffff }

    /// A single IPv4 address; for IPv6 the 64-bit prefix of a household or office.
    var subscriber: ClientAddress { isIPv4 ? self : ClientAddress(high: high, low: 0) }

    /// The network that contains the address: a block of 256 IPv4 addresses, or a 48-bit IPv6 prefix. Its value never
    /// equals a ``subscriber``, because rate limits count both in one table.
    var network: ClientAddress {
        isIPv4
            ? ClientAddress(high: 1, low: low & ~0xff) : ClientAddress(high: high & ~0xffff, low: 1)
    }

    /// The allowance of a network, as a multiple of a subscriber's.
    static let networkAllowance = 4

    func hash(_ seed: UInt64) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(high)
        hasher.combine(low)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
