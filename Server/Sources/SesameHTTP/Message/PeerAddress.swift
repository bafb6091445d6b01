/// A client's IP address.
package struct PeerAddress: Sendable, Hashable, CustomStringConvertible {
    /// The text form: IPv4 in dotted form, IPv6 as in RFC 5952 without a zone; empty if unknown.
    package let ip: String
    /// True if the client is known to be on this machine. False for a forwarded request, unless a trusted proxy reports
    /// a local client.
    package let isLoopback: Bool
    /// The address as integers; all zero if unknown.
    package let bits: AddressBits

    /// The address `127.0.0.1`, for a client on the server's own machine.
    package static let loopback = PeerAddress(ip: "127.0.0.1", isLoopback: true)

    /// Creates an address from its text form. If the text is not an IP address, ``bits`` is all zero.
    package init(ip: String, isLoopback: Bool) {
        self.init(ip: ip, isLoopback: isLoopback, bits: AddressBits(ip) ?? AddressBits(high: 0, low: 0))
    }

    init(_ address: IPAddress) {
        self.init(ip: address.description, isLoopback: address.isLoopback, bits: AddressBits(address))
    }

    private init(ip: String, isLoopback: Bool, bits: AddressBits) {
        self.ip = ip
        self.isLoopback = isLoopback
        self.bits = bits
    }

    /// The same address, marked as forwarded and therefore not as local.
    var forwarded: PeerAddress { PeerAddress(ip: ip, isLoopback: false, bits: bits) }

    /// The same value as `ip`.
    package var description: String { ip }
}
