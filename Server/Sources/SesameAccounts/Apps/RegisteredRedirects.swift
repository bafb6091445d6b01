import SesameWire

/// The allowed redirect URIs of an app's authorization codes.
///
/// URIs are compared byte by byte. Programs on the user's own machine listen on an ephemeral port (RFC 8252 section
/// 7.3): a loopback URI may have any port, and the rest of it must match.
package struct RegisteredRedirects: Sendable {
    /// The URIs from the app's configuration.
    package let registered: [String]
    /// True if every loopback URI with a port is allowed, with any path.
    package let allowsLoopback: Bool

    /// Creates the allowed redirect URIs of an app; by default only loopback.
    package init(registered: [String] = [], allowsLoopback: Bool = true) {
        self.registered = registered
        self.allowsLoopback = allowsLoopback
    }

    /// Returns true if codes may be sent to the URI.
    package func allows(_ address: String) -> Bool {
        guard address.utf8.count <= Self.maxBytes, Self.isPlain(address) else { return false }
        if registered.contains(where: address.hasSameBytes) { return true }
        guard let loopback = LoopbackAddress(address), loopback.port != nil else { return false }
        return allowsLoopback
            || registered.contains { registered in
                guard let own = LoopbackAddress(registered) else { return false }
                return own.host.hasSameBytes(as: loopback.host) && own.path.hasSameBytes(as: loopback.path)
            }
    }

    /// Returns true if a URI can be registered: https, plain http on loopback only, or a custom scheme that contains a
    /// dot; in each case without fragment and userinfo.
    package static func isValidRedirectURI(_ address: String) -> Bool {
        guard isPlain(address), address.utf8.count <= maxBytes else { return false }
        if address.utf8.starts(with: "https://".utf8) { return address.utf8.count > 8 }
        if address.utf8.starts(with: "http:".utf8) { return LoopbackAddress(address) != nil }
        // A custom scheme of the app: a reversed domain of its developer, by RFC 8252 section 7.1.
        guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return address.utf8[..<colon].contains(UInt8(ascii: "."))
            && address.utf8[..<colon].allSatisfy { LoopbackAddress.isOfPath($0) && $0 != UInt8(ascii: "/") }
    }

    /// Returns true if a response to the URI is confidential in transit: the URI is https, or http with the host
    /// `localhost`, `127.0.0.1` or `[::1]`.
    package static func isConfidential(_ address: String) -> Bool {
        if address.utf8.starts(with: "https://".utf8) { return true }
        return ["http://localhost", "http://127.0.0.1", "http://[::1]"].contains { host in
            guard address.utf8.starts(with: host.utf8) else { return false }
            return address.utf8.dropFirst(host.utf8.count).first.map { ":/?".utf8.contains($0) } ?? true
        }
    }

    private static let maxBytes = 2_000

    /// Returns true for visible ASCII without characters that programs parse differently: fragments, userinfo, quotes,
    /// backslashes.
    private static func isPlain(_ address: String) -> Bool {
        address.utf8.allSatisfy { (0x21...0x7e).contains($0) && !Array(#"#@\"<>^`{|}"#.utf8).contains($0) }
    }
}

/// A URI of the form `http://127.0.0.1:port/path` or `http://[::1]:port/path`, without query or fragment.
private struct LoopbackAddress {
    let host: String
    let port: Int?
    let path: String

    init?(_ address: String) {
        let bytes = Array(address.utf8)
        guard let host = ["http://127.0.0.1", "http://[::1]"].first(where: { bytes.starts(with: $0.utf8) }) else {
            return nil
        }
        var rest = bytes.dropFirst(host.utf8.count)
        var port: Int?
        if rest.first == UInt8(ascii: ":") {
            let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard digits.count <= 5, digits.first != UInt8(ascii: "0"),
                let number = Int(String(decoding: digits, as: UTF8.self)), (1...65_535).contains(number)
            else { return nil }
            port = number
            rest = rest.dropFirst(1 + digits.count)
        }
        guard rest.isEmpty || rest.first == UInt8(ascii: "/"), rest.allSatisfy(Self.isOfPath) else { return nil }
        self.host = host
        self.port = port
        path = String(decoding: rest, as: UTF8.self)
    }

    static func isOfPath(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
