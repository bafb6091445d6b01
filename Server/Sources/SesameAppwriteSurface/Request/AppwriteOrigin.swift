import NIOHTTP1
import SesameHTTP
import SesameSurface

/// Which pages may do something with a browser's cookies.
struct AppwriteOrigin {
    /// The origins of the app's pages.
    let listed: [String]
    /// The origins of pages that can read an answer: those of all apps, because what a page asks for beforehand names none.
    let readers: [String]
    /// The server's address. Where that is this machine's own and the app lists no origins, its pages are those that
    /// developers write on this machine.
    let publicURL: String

    /// Returns true if a page's origin is one of the app's, or as good as that.
    func isListed(_ origin: String) -> Bool {
        listed.contains { $0.utf8.elementsEqual(origin.utf8) }
            || listed.isEmpty && WebOrigin.isLoopback(publicURL) && WebOrigin.isLoopback(origin)
    }

    /// Returns true if a request may do what it asks for. A browser always says which page sends a change; apps on
    /// devices name themselves with a scheme of Appwrite's, which no page has. Who only asks is let through, unless it
    /// is a page of another app, which could read the answer.
    func allows(_ request: HTTPRequest) -> Bool {
        guard let origin = request.header("Origin") else { return true }
        if origin.utf8.starts(with: "appwrite-".utf8) || isListed(origin) || !request.comesFromAnotherHost {
            return true
        }
        guard request.method == .GET || request.method == .HEAD else { return false }
        return !readers.contains { $0.utf8.elementsEqual(origin.utf8) }
    }

    /// Returns true if the app's pages, or nobody's, have sent the browser to this address. Any page can send it
    /// anywhere with the cookies of whoever sits there; where they count for something lasting, it has to be the app's.
    func hasSent(_ request: HTTPRequest) -> Bool {
        if let referrer = request.header("Referer"), let origin = WebOrigin.origin(of: referrer) {
            return isListed(origin) || request.isAtHost(of: origin)
        }
        return ["none", "same-origin"].contains(request.header("Sec-Fetch-Site") ?? "none")
    }
}

extension HTTPRequest {
    /// True if a page that was not on this server's own address sends it. An origin that is no address is another one.
    var comesFromAnotherHost: Bool {
        guard let origin = header("Origin") else { return false }
        return !isAtHost(of: origin)
    }

    /// Returns true if an origin is this server's own address.
    fileprivate func isAtHost(of origin: String) -> Bool {
        guard let host else { return false }
        return ["http://", "https://"].contains { "\($0)\(host)".utf8.elementsEqual(origin.utf8) }
    }
}
