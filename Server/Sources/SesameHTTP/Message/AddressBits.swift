/// An IP address as two numbers that can be cut to a network without any memory of their own: the 128 bits of IPv6, into
/// which IPv4 is mapped (RFC 4291, section 2.5.5.2), however it was written into an address of IPv6.
package struct AddressBits: Sendable, Hashable {
    /// The first 64 bits: of IPv6, the network of one household or office.
    package let high: UInt64
    /// The last 64 bits.
    package let low: UInt64

    /// The address with these bits.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the textual forms of IPv4 and IPv6; nil for anything else.
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

    /// True if it is an address of IPv4.
    package var isIPv4: Bool { high == 0 && low >> 32 == 0xffff }
}
