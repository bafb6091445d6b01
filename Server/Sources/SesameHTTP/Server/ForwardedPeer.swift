import NIOCore
import NIOHTTP1

/// The other end of a connection, and of each of its requests.
struct ConnectionPeer {
    private let address: IPAddress?
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

    /// The client of a request and how it came to us or to the trusted proxy.
    func resolve(_ head: RequestHead) -> (peer: PeerAddress, scheme: HTTPRequest.Scheme) {
        guard isTrusted else {
            guard head.isForwarded, direct.isLoopback else { return (direct, .http) }
            // A proxy on this machine that nobody declared: its clients are not this machine.
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

    /// The rightmost address that no trusted proxy has: what stands left of it was written by the client.
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

    /// The same of `Forwarded`, with how that client came to the proxy that says so. A field that breaks the grammar, and
    /// a client whom its proxy does not name, end the search.
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
