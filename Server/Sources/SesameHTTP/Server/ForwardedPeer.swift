import NIOCore
import NIOHTTP1

/// The peer of a connection, from which the client of each request is derived.
struct ConnectionPeer {
    private let address: IPAddress?
    /// The address as integers; nil if the peer has no IP address.
    var bits: AddressBits? { address.map { AddressBits($0) } }
    private let direct: PeerAddress
    private let isTrusted: Bool
    private let proxies: [IPNetwork]
    private let field: ForwardingField

    init(_ socket: SocketAddress?, trustedProxies: [IPNetwork], field: ForwardingField) {
        address = socket?.ipAddress.flatMap { IPAddress($0.prefix(while: { $0 != "%" }).description) }
        direct = address.map { PeerAddress($0) } ?? PeerAddress(ip: "", isLoopback: false)
        isTrusted = address.map { address in trustedProxies.contains { $0.contains(address) } } ?? false
        proxies = trustedProxies
        self.field = field
    }

    /// Returns a request's client and the scheme of its connection to this server or to the trusted proxy.
    func resolve(_ head: RequestHead) -> (peer: PeerAddress, scheme: HTTPRequest.Scheme) {
        guard isTrusted else {
            guard head.isForwarded, direct.isLoopback else { return (direct, .http) }
            // The peer is a proxy on this machine that is not configured as trusted, so its clients do not count as
            // local.
            return (direct.forwarded, .http)
        }
        switch field {
        case .xForwarded:
            let schemes = head.headers["X-Forwarded-Proto"]
            let isEncrypted = schemes.count == 1 && ASCII.matches(schemes[0].utf8, "https")
            return (client(head), isEncrypted ? .https : .http)
        case .forwarded: return forwarded(head)
        }
    }

    /// Returns the first address in `X-Forwarded-For`, read from right to left, that does not belong to a trusted
    /// proxy; the client controls all addresses further left. Returns the connection's own peer if there is no such
    /// address, or if a malformed entry is read first.
    private func client(_ head: RequestHead) -> PeerAddress {
        let chain = head.headers["X-Forwarded-For"].flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
        guard !chain.isEmpty else {
            return head.isForwarded ? direct.forwarded : direct
        }
        for entry in chain.reversed() {
            let text = String(decoding: entry.filter { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self)
            guard let hop = ForwardedElement.address(text) else { return direct.forwarded }
            if !isProxy(hop) { return PeerAddress(hop) }
        }
        return direct
    }

    /// Returns the client reported in `Forwarded`, and the scheme of the client's connection to its proxy. Falls back
    /// to the connection's own peer if a field is malformed or does not give the client's address.
    private func forwarded(_ head: RequestHead) -> (peer: PeerAddress, scheme: HTTPRequest.Scheme) {
        let fields = head.headers["Forwarded"]
        guard !fields.isEmpty else { return (head.isForwarded ? direct.forwarded : direct, .http) }
        for field in fields.reversed() {
            guard let elements = ForwardedElement.elements(field) else { return (direct.forwarded, .http) }
            for element in elements.reversed() {
                let scheme: HTTPRequest.Scheme = element.proto.map { ASCII.equal($0, "https") } == true ? .https : .http
                guard case .address(let hop)? = element.node else { return (direct.forwarded, scheme) }
                if !isProxy(hop) { return (PeerAddress(hop), scheme) }
            }
        }
        return (direct, .http)
    }

    private func isProxy(_ address: IPAddress) -> Bool { proxies.contains { $0.contains(address) } }
}
