import NIOHTTP1
package import SesameAccounts
import SesameCore
package import SesameHTTP

extension AppDirectory {
    /// The header field with the id of the app that a request is for.
    package static let header = "Sesame-App"

    /// Returns the app that the request's header or host identifies; nil if neither does. Throws if the header is
    /// repeated or contains an unknown app.
    package func app(namedBy request: HTTPRequest) throws(AccountError) -> App? {
        switch request.headers[Self.header].count {
        case 0: return request.hostName.flatMap { app(host: $0) }
        case 1:
            guard let id = AppID(request.headers[Self.header][0]), let app = self[id] else {
                throw AccountError(.invalidRequest, "unknown app in the \(Self.header) header", field: Self.header)
            }
            return app
        default: throw AccountError(.invalidRequest, "duplicate \(Self.header) header", field: Self.header)
        }
    }

    /// Returns the app that the request's header or host identifies, else the fallback; for requests without a
    /// credential of this server. Throws if there is no app and no fallback.
    package func app(of request: HTTPRequest, orElse fallback: App?) throws(AccountError) -> App {
        if let app = try app(namedBy: request) { return app }
        guard let fallback else {
            throw AccountError(
                .invalidRequest, "the request names no app; name it in the \(Self.header) header", field: Self.header)
        }
        return fallback
    }
}

extension HTTPRequest {
    /// The lowercase host of the request, without its port.
    fileprivate var hostName: String? {
        host.map { String($0.prefix { $0 != ":" }).lowercased() }
    }
}
