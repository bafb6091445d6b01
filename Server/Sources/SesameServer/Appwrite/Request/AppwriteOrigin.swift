import NIOHTTP1
import SesameHTTP

/// Which pages may change something with a browser's cookies.
struct AppwriteOrigin {
    /// The origins of pages that may call the server.
    let listed: Set<String>

    /// Whether a request may do what it asks for. A browser always says which page sends a change; apps on devices name
    /// themselves with a scheme of Appwrite's, which no page has.
    func allows(_ request: HTTPRequest) -> Bool {
        guard let origin = request.header("Origin"), request.method != .GET, request.method != .HEAD else {
            return true
        }
        if origin.utf8.starts(with: "appwrite-".utf8) || listed.contains(where: { $0.utf8.elementsEqual(origin.utf8) })
        {
            return true
        }
        return !request.comesFromAnotherHost
    }
}

extension HTTPRequest {
    /// Whether a page that was not on this server's own address sends it. An origin that is no address is another one.
    var comesFromAnotherHost: Bool {
        guard let origin = header("Origin") else { return false }
        guard let host else { return true }
        return !["http://", "https://"].contains { "\($0)\(host)".utf8.elementsEqual(origin.utf8) }
    }
}
