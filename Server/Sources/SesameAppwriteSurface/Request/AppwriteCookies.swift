import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The cookies that carry a session's secret in a browser, as Appwrite names them.
struct AppwriteCookies {
    /// The header in which a page sends cookies where browsers keep none of another site.
    static let fallback = "X-Fallback-Cookies"

    private let name: String
    private let isSecure: Bool

    /// - Parameter publicURL: The server's address; on https the cookies go over nothing else.
    init(project: String, publicURL: String) {
        name = "a_session_\(project)"
        isSecure = publicURL.utf8.starts(with: "https://".utf8)
    }

    /// The secret that a browser sent.
    func secret(in request: HTTPRequest) -> Secret? {
        request.cookie(named: name) ?? request.cookie(named: name + "_legacy")
    }

    /// The secret that a page sent in the field for that.
    func fallbackSecret(in request: HTTPRequest) -> Secret? {
        guard let field = request.header(Self.fallback), let json = try? JSONValue(parsing: Array(field.utf8)),
            let secret = json[name]?.string, !secret.isEmpty
        else { return nil }
        return Secret(secret)
    }

    /// Gives a browser the secret, for so many seconds.
    ///
    /// A page of another origin gets it in a field as well. A browser lets it read the field if the origin is listed: see
    /// `AppwriteOrigin`.
    func set(_ secret: Secret, life: Int, in response: inout HTTPResponse, for request: HTTPRequest) {
        for field in fields(secret.exposed, life: life) { response.headers.add(name: "Set-Cookie", value: field) }
        guard request.comesFromAnotherHost else { return }
        let json: JSONObject = [name: .string(secret.exposed)]
        response.headers.add(
            name: Self.fallback, value: String(decoding: JSONValue.object(json).serialized(), as: UTF8.self))
    }

    /// Takes the secret away.
    func remove(in response: inout HTTPResponse) {
        for field in fields("deleted", life: 0) { response.headers.add(name: "Set-Cookie", value: field) }
        response.headers.add(name: Self.fallback, value: "[]")
    }

    /// One cookie for browsers that know `SameSite=None`, and one for those that take it for something else.
    private func fields(_ value: String, life: Int) -> [String] {
        let rest = "; Path=/; HttpOnly; Max-Age=\(life)" + (isSecure ? "; Secure" : "")
        return ["\(name)_legacy=\(value)\(rest)", "\(name)=\(value)\(rest); SameSite=\(isSecure ? "None" : "Lax")"]
    }
}
