/// The functions for origins of web pages: scheme, host and port.
package enum WebOrigin {
    /// Returns the origin of a page's URL; nil if the URL does not begin with `http://` or `https://`.
    package static func origin(of address: String) -> String? {
        guard let scheme = ["http://", "https://"].first(where: { address.utf8.starts(with: $0.utf8) }) else {
            return nil
        }
        let host = address.utf8.dropFirst(scheme.utf8.count).prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
        }
        return scheme + String(decoding: host, as: UTF8.self)
    }

    /// Returns true if an origin can be configured: a scheme, a lowercase host and an optional port, without a path.
    /// The port itself is not checked; a browser never sends the scheme's default port.
    package static func canBeListed(_ origin: String) -> Bool {
        guard let parsed = Self.origin(of: origin), parsed.utf8.elementsEqual(origin.utf8) else { return false }
        let host = origin.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
        return !host.isEmpty
            && host.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: Array("-.:[]".utf8).contains(byte)
                }
            }
    }

    /// Returns true if the URL is an `http` origin on a loopback host, with or without a port, and without a path.
    package static func isLoopback(_ url: String) -> Bool {
        for host in ["http://127.0.0.1", "http://localhost", "http://[::1]"] where url.hasPrefix(host) {
            let rest = url.dropFirst(host.count)
            let port = rest.dropFirst()
            let hasPort = rest.first == ":" && !port.isEmpty && port.allSatisfy { ("0"..."9").contains($0) }
            return rest.isEmpty || hasPort
        }
        return false
    }
}
