import NIOHTTP1
import SesameCore
import SesameHTTP

/// The access check of the control API, which admits programs on this machine, but no web pages of other hosts in a
/// local browser.
enum ControlAccess {
    private static let names = ["localhost", "127.0.0.1", "[::1]"]

    /// Returns true if the request comes from this machine, is addressed to one of the machine's usual names, and does
    /// not come from a page of another host.
    static func admits(_ request: HTTPRequest) -> Bool {
        guard request.peer.isLoopback else { return false }
        // Prevents DNS rebinding: only this machine's usual names are allowed, not every name that resolves to it.
        if let host = request.host, !isLocal(host) { return false }
        // A page may send a POST without a body to any URL; its origin distinguishes it from a program.
        return request.headers["Origin"].allSatisfy { origin in
            origin.hasPrefix("http://") && isLocal(String(origin.dropFirst("http://".count)))
        }
    }

    /// Returns true if the host, with or without a port, is one of this machine's usual names.
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
