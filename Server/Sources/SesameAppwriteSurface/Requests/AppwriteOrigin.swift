import NIOHTTP1
import SesameHTTP
import SesameSurface

/// The rule for the web origins whose pages may use a browser's cookies.
struct AppwriteOrigin {
    /// The web origins that the app lists, such as `https://example.com`.
    let listed: [String]
    /// The origins whose pages can read responses: those of all apps, because a CORS preflight request does not
    /// identify the app.
    let readers: [String]
    /// The server's URL. If it is local and the app lists no origins, all local pages are allowed for development.
    let publicURL: String

    /// Returns true if the app lists the origin, or if server and origin are local and the app lists none.
    func isListed(_ origin: String) -> Bool {
        listed.contains { $0.utf8.elementsEqual(origin.utf8) }
            || listed.isEmpty && WebOrigin.isLoopback(publicURL) && WebOrigin.isLoopback(origin)
    }

    /// Returns true if the request's origin is allowed. Browsers send `Origin` with every change, so a request without
    /// the header is allowed. Native apps send an origin with Appwrite's scheme, which no page can have. A `GET` or
    /// `HEAD` from an unlisted origin is allowed too, except from a page of another app, which could read the response.
    func allows(_ request: HTTPRequest) -> Bool {
        guard let origin = request.header("Origin") else { return true }
        if origin.utf8.starts(with: "appwrite-".utf8) || isListed(origin) || !request.comesFromAnotherHost {
            return true
        }
        guard request.method == .GET || request.method == .HEAD else { return false }
        return !readers.contains { $0.utf8.elementsEqual(origin.utf8) }
    }

    /// Returns true if a page of the app or of this server navigated the browser to the request's URL, or if the
    /// request names no page that did. Any page can navigate a browser anywhere with the user's cookies, so a request
    /// with a lasting effect must come from the app's own page.
    func hasSent(_ request: HTTPRequest) -> Bool {
        if let referrer = request.header("Referer"), let origin = WebOrigin.origin(of: referrer) {
            return isListed(origin) || request.isAtHost(of: origin)
        }
        return ["none", "same-origin"].contains(request.header("Sec-Fetch-Site") ?? "none")
    }
}

extension HTTPRequest {
    /// True if the request has an `Origin` other than this server's own. An invalid origin counts as another host.
    var comesFromAnotherHost: Bool {
        guard let origin = header("Origin") else { return false }
        return !isAtHost(of: origin)
    }

    /// Returns true if the origin is this server's own.
    fileprivate func isAtHost(of origin: String) -> Bool {
        guard let host else { return false }
        return ["http://", "https://"].contains { "\($0)\(host)".utf8.elementsEqual(origin.utf8) }
    }
}
