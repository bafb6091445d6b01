import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameSurface

/// A cookie of the web pages: `HttpOnly`, `SameSite=Lax`, and bound to the host by the prefix `__Host-` if the public
/// URL uses https.
struct WebCookie: Sendable {
    let name: String
    private let attributes: String

    init(_ name: String, publicURL: String) {
        let isSecure = publicURL.utf8.starts(with: "https://".utf8)
        self.name = (isSecure ? "__Host-" : "") + name
        attributes = "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }

    /// Returns the cookie's value; nil if the cookie is missing, empty or repeated. If it is repeated, another site may
    /// have set one of the two.
    func value(in request: HTTPRequest) -> Secret? { request.cookie(named: name) }

    /// Returns the `Set-Cookie` field for the value.
    ///
    /// - Parameter maxAge: The lifetime in seconds; nil for a session cookie.
    func field(_ value: Secret, maxAge: Int? = nil) -> String {
        "\(name)=\(value.exposed)\(attributes)" + (maxAge.map { "; Max-Age=\($0)" } ?? "")
    }

    /// The `Set-Cookie` field that deletes the cookie.
    var removal: String { "\(name)=\(attributes); Max-Age=0" }
}
