import Crypto
import Foundation
import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import SesameTokens
import SesameWire
import Testing

/// Helpers for the steps of a sign-in in the browser and on the client's server.
extension Rig {
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

    /// Returns the parameters of a valid authorization request, with changes; nil removes a parameter.
    static func parameters(_ provider: ProviderKind, _ changes: [String: String?] = [:]) -> [String: String] {
        var parameters: [String: String] =
            switch provider {
            case .google:
                [
                    "client_id": "1-web.apps.googleusercontent.com", "scope": "openid email profile",
                    "code_challenge": Base64URL.encode(Array(SHA256.hash(data: Array(verifier.utf8)))),
                    "code_challenge_method": "S256",
                ]
            case .apple:
                ["client_id": "com.example.castmate.web", "scope": "name email", "response_mode": "form_post"]
            }
        parameters.merge(
            ["redirect_uri": callback, "response_type": "code", "state": "st&te", "nonce": "n 1"]
        ) { own, _ in own }
        for (name, value) in changes { parameters[name] = value }
        return parameters
    }

    static func encoded(_ parameters: [String: String]) -> String {
        parameters.sorted { $0.key < $1.key }.map { name, value in
            let allowed = CharacterSet.alphanumerics
            return "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
        }.joined(separator: "&")
    }

    func target(_ provider: ProviderKind, _ changes: [String: String?] = [:]) -> String {
        "\(providers[provider].authorizationPath)?\(Self.encoded(Self.parameters(provider, changes)))"
    }

    /// Requests the authorization page with valid parameters, changed as given.
    func open(
        _ provider: ProviderKind, _ changes: [String: String?] = [:], headers: HTTPHeaders = [:]
    ) async throws -> HTTPResponse {
        try await answer(.GET, target(provider, changes), headers: headers)
    }

    /// Posts the form of the authorization page, as the press of a button does.
    func press(
        _ provider: ProviderKind, _ form: [String: String], _ changes: [String: String?] = [:]
    ) async throws -> HTTPResponse {
        try await post(target(provider, changes), form)
    }

    /// Posts a URL-encoded form to the providers at `localhost:8081`, and returns the response.
    func post(_ path: String, _ form: [String: String], headers: HTTPHeaders = [:]) async throws -> HTTPResponse {
        var headers = headers
        headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        headers.add(name: "Host", value: "localhost:8081")
        let request = try HTTPRequest(
            method: .POST, target: path, headers: headers, body: Array(Self.encoded(form).utf8))
        return await router.answer(request)
    }

    /// Presses a button of the authorization page, by default that of Test User 1, and returns the parameters sent to
    /// the client's callback.
    func callback(
        _ provider: ProviderKind, _ form: [String: String] = ["user": "1"], _ changes: [String: String?] = [:]
    ) async throws -> [String: String] {
        try Callback(try await press(provider, form, changes)).parameters
    }

    func code(
        _ provider: ProviderKind, _ form: [String: String] = ["user": "1"], _ changes: [String: String?] = [:]
    ) async throws -> String {
        try #require(try await callback(provider, form, changes)["code"])
    }

    /// Sends a token request, by default for an authorization code, with the given parameters added or replaced; nil
    /// removes a parameter. The defaults are valid but contain no code.
    func exchange(
        _ provider: ProviderKind, _ changes: [String: String?], headers: HTTPHeaders = [:]
    ) async throws -> (status: HTTPResponseStatus, body: JSONObject) {
        var form: [String: String] =
            switch provider {
            case .google:
                [
                    "client_id": "1-web.apps.googleusercontent.com", "client_secret": "GOCSPX-castmate",
                    "code_verifier": Self.verifier,
                ]
            case .apple:
                ["client_id": "com.example.castmate.web", "client_secret": try appleSecret()]
            }
        form.merge(["grant_type": "authorization_code", "redirect_uri": Self.callback]) { own, _ in own }
        for (name, value) in changes { form[name] = value }
        let response = try await post(providers[provider].tokenPath, form, headers: headers)
        return (response.status, try #require(try JSONValue(parsing: response.body).object))
    }

    /// Sends a token request that must succeed, and returns the tokens.
    func tokens(
        _ provider: ProviderKind, _ changes: [String: String?], headers: HTTPHeaders = [:]
    ) async throws -> JSONObject {
        let (status, body) = try await exchange(provider, changes, headers: headers)
        try #require(status == .ok, "\(body)")
        return body
    }

    /// Sends a token request, and returns the status code, the error and the error description of the response.
    func refusal(_ provider: ProviderKind, _ changes: [String: String?]) async throws -> [String?] {
        let (status, body) = try await exchange(provider, changes)
        return [String(status.code), body["error"]?.string, body["error_description"]?.string]
    }

    /// Returns a client secret for Apple, with changes to its claims. A null value removes a claim.
    func appleSecret(
        _ changes: JSONObject = [:], key: TeamKey = appleKey, keyID: String? = "KEY0000001"
    ) throws -> String {
        var claims: JSONObject = [
            "iss": "TEAM000001", "iat": .integer(now), "exp": .integer(now + 300),
            "aud": "https://appleid.apple.com", "sub": "com.example.castmate.web",
        ]
        for change in changes.members { claims[change.name] = change.value.isNull ? nil : change.value }
        var header = JSONObject()
        header["kid"] = keyID.map(JSONValue.string)
        return try CompactJWS.sign(header: header, payload: claims.serialized(), with: key.key)
    }
}

/// An authorization response to a client: the URL of a redirect, or the form that submits itself.
struct Callback {
    let address: String
    let parameters: [String: String]

    init(_ response: HTTPResponse) throws {
        if let location = response.headers.first(name: "Location") {
            let parts = location.split(maxSplits: 1) { $0 == "?" || $0 == "#" }
            address = String(parts[0])
            let query = try QueryParameters(formEncoded: Array(try #require(parts.last).utf8))
            parameters = Dictionary(uniqueKeysWithValues: query.all.map { ($0.name, $0.value) })
            return
        }
        let page = String(decoding: response.body, as: UTF8.self)
        address = try #require(page.firstMatch(of: /<form method="post" action="([^"]+)">/), "\(page)").output.1
            .unescaped
        let fields = page.matches(of: /<input type="hidden" name="([^"]+)" value="([^"]*)">/)
        parameters = Dictionary(uniqueKeysWithValues: fields.map { ($0.output.1.unescaped, $0.output.2.unescaped) })
    }
}

extension Substring {
    var unescaped: String {
        replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&lt;", with: "<")
            .replacing("&gt;", with: ">").replacing("&amp;", with: "&").description
    }
}

/// Returns the `c_hash` or `at_hash` of a credential, computed independently of the providers.
func hash(of credential: String) -> String {
    Base64URL.encode(Array(SHA256.hash(data: Array(credential.utf8))).prefix(16))
}

/// A team's private key, stored as bytes, because older releases of swift-crypto do not allow keys to move between
/// threads.
struct TeamKey: Sendable {
    private let bytes = Array(P256.Signing.PrivateKey().rawRepresentation)

    var key: P256.Signing.PrivateKey {
        (try? P256.Signing.PrivateKey(rawRepresentation: bytes)) ?? P256.Signing.PrivateKey()
    }
}

func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
}
