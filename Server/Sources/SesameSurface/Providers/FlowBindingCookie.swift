import NIOHTTP1
package import SesameCore
package import SesameHTTP
import SesameTokens

/// The cookie that binds a sign-in to the browser in which it began, so that a link from the sign-in does not work in
/// another browser.
package struct FlowBindingCookie: Sendable {
    private let name: String
    private let attributes: String

    package init(publicURL: String) {
        let isSecure = publicURL.utf8.starts(with: "https://".utf8)
        name = (isSecure ? "__Host-" : "") + "sesame_browser"
        attributes = "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }

    /// Returns the cookie's value; nil if it is missing, repeated, or not 32 bytes in base64url.
    package func value(in request: HTTPRequest) -> Secret? {
        guard let value = request.cookie(named: name), Base64URL.decode(value.exposed)?.count == 32 else { return nil }
        return value
    }

    /// Returns the `Set-Cookie` field that stores the value as a session cookie, which the browser deletes when its
    /// session ends.
    package func field(_ value: Secret) -> String {
        "\(name)=\(value.exposed)\(attributes)"
    }
}
