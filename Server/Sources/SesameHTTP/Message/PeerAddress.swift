/// The address of a client.
public struct PeerAddress: Sendable, Hashable, CustomStringConvertible {
    /// IPv4 in dotted form, IPv6 as RFC 5952 has it, without a zone; empty where there is none.
    public let ip: String
    /// Whether the client is on this machine, as far as can be told: a request that a proxy forwarded never is, unless
    /// the proxy is trusted and says so.
    public let isLoopback: Bool

    /// This machine.
    public static let loopback = PeerAddress(ip: "127.0.0.1", isLoopback: true)

    /// An address as tests make it.
    public init(ip: String, isLoopback: Bool) {
        self.ip = ip
        self.isLoopback = isLoopback
    }

    init(_ address: IPAddress) {
        self.init(ip: address.description, isLoopback: address.isLoopback)
    }

    /// The same as `ip`.
    public var description: String { ip }
}
