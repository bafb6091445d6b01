import NIOHTTP1
package import SesameCore
package import SesameHTTP
import SesameTokens

/// The cookie that ties a sign-in to the browser that began it: a link from somebody else's sign-in ends nowhere.
package struct BrowserCookie: Sendable {
    private let name: String
    private let attributes: String

    package init(publicURL: String) {
        let isSecure = publicURL.utf8.starts(with: "https://".utf8)
        name = (isSecure ? "__Host-" : "") + "sesame_browser"
        attributes = "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }

    /// The browser's value; nil when it has none, or two, or one that we did not make.
    package func value(in request: HTTPRequest) -> Secret? {
        guard let value = request.cookie(named: name), Base64URL.decode(value.exposed)?.count == 32 else { return nil }
        return value
    }

    /// The field that gives a browser its value, for as long as it runs.
    package func field(_ value: Secret) -> String {
        "\(name)=\(value.exposed)\(attributes)"
    }
}
