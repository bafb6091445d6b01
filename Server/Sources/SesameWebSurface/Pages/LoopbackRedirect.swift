import NIOHTTP1
import SesameHTTP
import SesameSurface

/// A redirect for pages requested under another name of this machine, such as `localhost`, to the host of the public
/// URL.
///
/// A cookie belongs to one host, and the provider sends the browser back to the public URL: a sign-in that began at
/// `localhost` could not end at `127.0.0.1`. Only a public URL with the scheme `http` needs the redirect.
struct LoopbackRedirect: Sendable {
    private let publicURL: String
    private let authority: Substring

    /// Creates the redirect to a public URL; nil if its scheme is not `http`.
    init?(publicURL: String) {
        guard publicURL.hasPrefix(Self.scheme) else { return nil }
        self.publicURL = publicURL
        authority = publicURL.dropFirst(Self.scheme.count).prefix { $0 != "/" }
    }

    /// Returns the routes with the redirect added to each `GET` route.
    func applied(to routes: [Route]) -> [Route] {
        routes.map { route in
            guard route.method == .GET else { return route }
            return Route(route.method, route.pattern, takes: route.input, policy: route.policy) { request, path in
                if let destination = destination(of: request) { return .redirect(to: destination) }
                return await route.handler(request, path)
            }
        }
    }

    /// Returns the URL to which a request is redirected; nil if the request's host is that of the public URL, is not a
    /// name of this machine, or has another port.
    func destination(of request: HTTPRequest) -> String? {
        guard let host = request.headers.first(name: "Host")?.lowercased(), host != authority,
            WebOrigin.isLoopback(Self.scheme + host), Self.port(of: host[...]) == Self.port(of: authority)
        else { return nil }
        return publicURL + request.target
    }

    private static let scheme = "http://"

    private static func port(of authority: Substring) -> Substring {
        let end = authority.lastIndex(of: "]") ?? authority.startIndex
        return authority[end...].drop { $0 != ":" }
    }
}
