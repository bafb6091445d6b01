/// An IP address as two integers, which can be masked to a network without allocation. It has the 128 bits of IPv6; an
/// IPv4 address is mapped into IPv6 (RFC 4291 section 2.5.5.2), even if it is written as an IPv4-compatible or NAT64
/// address.
package struct AddressBits: Sendable, Hashable {
    /// The first 64 bits. In IPv6, they usually identify the network of one household or office.
    package let high: UInt64
    /// The last 64 bits. For IPv4, the lower 32 of them are the address.
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the text form of an IPv4 or IPv6 address; nil for anything else.
    package init?(_ text: String) {
        guard let address = IPAddress(text) else { return nil }
        self.init(address)
    }

    init(_ address: IPAddress) {
        var (high, low): (UInt64, UInt64) = (0, 0)
        let bytes = address.withoutTranslation.bytes
        for byte in bytes.prefix(8) { high = high << 8 | UInt64(byte) }
        for byte in bytes.dropFirst(8) { low = low << 8 | UInt64(byte) }
        self.init(high: high, low: low)
    }

    package var isIPv4: Bool { high == 0 && low >> 32 == 0xffff }

    /// A single IPv4 address; for IPv6 the 64-bit prefix of a household or office.
    var subscriber: AddressBits { isIPv4 ? self : AddressBits(high: high, low: 0) }

    /// The network that contains the address: a block of 256 IPv4 addresses, or a 48-bit IPv6 prefix. Its value never
    /// equals a ``subscriber``, so that both can be counted in one table.
    var network: AddressBits {
        isIPv4 ? AddressBits(high: 1, low: low & ~0xff) : AddressBits(high: high & ~0xffff, low: 1)
    }
}
