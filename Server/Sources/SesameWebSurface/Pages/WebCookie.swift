import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameSurface

/// A cookie of the web pages: no script and no other site reads it, and on https it is this very host's.
struct WebCookie: Sendable {
    let name: String
    private let attributes: String

    init(_ name: String, publicURL: String) {
        let isSecure = publicURL.utf8.starts(with: "https://".utf8)
        self.name = (isSecure ? "__Host-" : "") + name
        attributes = "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }

    /// The browser's value; nil when it has none, or two: another site may have planted one of them.
    func value(in request: HTTPRequest) -> Secret? { request.cookie(named: name) }

    /// The field that gives a browser its value, for so many seconds, or as long as it runs.
    func field(_ value: Secret, maximumAge: Int? = nil) -> String {
        "\(name)=\(value.exposed)\(attributes)" + (maximumAge.map { "; Max-Age=\($0)" } ?? "")
    }

    /// The field that takes the value away.
    var removal: String { "\(name)=\(attributes); Max-Age=0" }
}
