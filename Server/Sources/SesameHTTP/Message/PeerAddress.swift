/// The address of a client.
package struct PeerAddress: Sendable, Hashable, CustomStringConvertible {
    /// IPv4 in dotted form, IPv6 as RFC 5952 has it, without a zone; empty where there is none.
    package let ip: String
    /// True if the client is on this machine, as far as can be told: a request that a proxy forwarded never is, unless
    /// the proxy is trusted and says so.
    package let isLoopback: Bool
    /// The address as numbers; all zero where there is none.
    package let bits: AddressBits

    /// This machine.
    package static let loopback = PeerAddress(ip: "127.0.0.1", isLoopback: true)

    /// An address as tests make it.
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

    /// The same address, seen through somebody who forwards: so not this machine's, for all that is known.
    var forwarded: PeerAddress { PeerAddress(ip: ip, isLoopback: false, bits: bits) }

    /// The same as `ip`.
    package var description: String { ip }
}
