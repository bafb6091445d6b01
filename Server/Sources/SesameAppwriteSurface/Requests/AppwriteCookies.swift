import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The cookies with a browser's session secret, under Appwrite's cookie names.
struct AppwriteCookies {
    /// The header in which a page sends its session if the browser blocks third-party cookies.
    static let fallback = "X-Fallback-Cookies"

    private let name: String
    private let isSecure: Bool

    /// Creates the cookies of a project.
    ///
    /// - Parameter publicURL: The server's URL; with https the cookies are `Secure`.
    init(project: String, publicURL: String) {
        name = "a_session_\(project)"
        isSecure = publicURL.utf8.starts(with: "https://".utf8)
    }

    /// Returns the session secret in the browser's cookies; nil if there is none.
    func secret(in request: HTTPRequest) -> Secret? {
        request.cookie(named: name) ?? request.cookie(named: name + "_legacy")
    }

    /// Returns the session secret in the page's fallback header; nil if there is none.
    func fallbackSecret(in request: HTTPRequest) -> Secret? {
        guard let field = request.header(Self.fallback), let json = try? JSONValue(parsing: Array(field.utf8)),
            let secret = json[name]?.string, !secret.isEmpty
        else { return nil }
        return Secret(secret)
    }

    /// Sets the secret in the browser's cookies, for a lifetime in seconds.
    ///
    /// A page of another origin also receives the secret in the fallback header. The browser lets the page read the
    /// header if the origin is listed: see `AppwriteOrigin`.
    func set(_ secret: Secret, lifetime: Int, in response: inout HTTPResponse, for request: HTTPRequest) {
        for field in fields(secret.exposed, lifetime: lifetime) {
            response.headers.add(name: "Set-Cookie", value: field)
        }
        guard request.comesFromAnotherHost else { return }
        let json: JSONObject = [name: .string(secret.exposed)]
        response.headers.add(
            name: Self.fallback, value: String(decoding: JSONValue.object(json).serialized(), as: UTF8.self))
    }

    /// Removes the session secret from the browser's cookies, and from the page that stores the fallback header.
    func remove(in response: inout HTTPResponse) {
        for field in fields("deleted", lifetime: 0) { response.headers.add(name: "Set-Cookie", value: field) }
        response.headers.add(name: Self.fallback, value: "[]")
    }

    /// Returns the values of two `Set-Cookie` headers: one cookie for browsers that misread `SameSite=None`, and one
    /// for all others. The lifetime is in seconds.
    private func fields(_ value: String, lifetime: Int) -> [String] {
        let rest = "; Path=/; HttpOnly; Max-Age=\(lifetime)" + (isSecure ? "; Secure" : "")
        return ["\(name)_legacy=\(value)\(rest)", "\(name)=\(value)\(rest); SameSite=\(isSecure ? "None" : "Lax")"]
    }
}
