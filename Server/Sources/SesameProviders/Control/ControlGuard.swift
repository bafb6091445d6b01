import NIOHTTP1
import SesameCore
import SesameHTTP

/// The guard of the control: programs on this machine may use it, and no web page of a stranger that a browser on it
/// shows.
enum ControlGuard {
    private static let names = ["localhost", "127.0.0.1", "[::1]"]

    /// Returns true if a request may pass.
    static func admits(_ request: HTTPRequest) -> Bool {
        guard request.peer.isLoopback else { return false }
        // Otherwise any name that resolves to this machine would do, also one that a stranger's DNS rebinds to it.
        if let host = request.host, !isLocal(host) { return false }
        // A page may send a POST without body to anywhere; its origin tells it from a program.
        return request.headers["Origin"].allSatisfy { origin in
            origin.hasPrefix("http://") && isLocal(String(origin.dropFirst("http://".count)))
        }
    }

    /// Returns true if a host, with or without port, is this machine by its usual names.
    private static func isLocal(_ host: String) -> Bool {
        names.contains { name in
            guard host.hasPrefix(name) else { return false }
            let port = host.utf8.dropFirst(name.utf8.count)
            return port.isEmpty
                || port.first == UInt8(ascii: ":") && !port.dropFirst().isEmpty
                    && port.dropFirst().allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        }
    }
}
