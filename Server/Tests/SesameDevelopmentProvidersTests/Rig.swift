import Crypto
import Foundation
import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import SesameTokens
import SesameWire
import Testing

/// The development providers with three apps, called in memory. All rigs share a few RSA keys.
struct Rig {
    static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private static let keys = ProviderKeySource.reusing(4)

    static let castmate = DevelopmentApp(
        name: "castmate", googleWebClientID: "1-web.apps.googleusercontent.com",
        googleIOSClientID: "1-ios.apps.googleusercontent.com",
        appleClientIDs: ["com.example.castmate", "com.example.castmate.web"], appleTeamID: "TEAM000001",
        firebaseProjectID: "castmate", firebaseAPIKey: "key-castmate", appwriteProjectID: "castmate",
        googleWebClientSecret: "GOCSPX-castmate", googleRedirectURIs: [callback, "\(callback)?from=google"],
        appleServicesID: "com.example.castmate.web", appleRedirectURIs: [callback],
        appleKeys: ["KEY0000001": Array(appleKey.key.publicKey.x963Representation)])
    static let couple = DevelopmentApp(name: "couple", appleClientIDs: ["com.example.couple"])
    /// An app with browser clients of its own. Its Apple public key is registered in raw form instead of the X9.63
    /// form.
    static let duo = DevelopmentApp(
        name: "duo", googleWebClientID: "2-web.apps.googleusercontent.com", appleTeamID: "TEAM000002",
        googleWebClientSecret: "GOCSPX-duo", googleRedirectURIs: [duoCallback], appleServicesID: "com.example.duo.web",
        appleRedirectURIs: [duoCallback], appleKeys: ["KEY0000002": Array(duoKey.key.publicKey.rawRepresentation)])
    static let callback = "http://127.0.0.1:8080/callback"
    static let duoCallback = "http://127.0.0.1:8080/duo"
    static let appleKey = TeamKey()
    static let duoKey = TeamKey()

    let providers: DevelopmentProviders
    let router: Router

    init(
        issuers: [ProviderKind: String] = [:], pause: @escaping @Sendable (Duration) async -> Void = { _ in }
    ) {
        providers = DevelopmentProviders(
            apps: [Self.castmate, Self.couple, Self.duo], issuers: issuers, clock: DevelopmentClock { Self.start },
            keys: Self.keys, pause: pause)
        router = Router(surfaces: providers.surfaces)
    }

    var now: Int { Int(providers.clock.now.timeIntervalSince1970) }

    // MARK: - HTTP

    func answer(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, headers: HTTPHeaders = [:],
        peer: PeerAddress = .loopback
    ) async throws -> HTTPResponse {
        var headers = headers
        if body != nil { headers.replaceOrAdd(name: "Content-Type", value: "application/json") }
        if !headers.contains(name: "Host") { headers.add(name: "Host", value: "localhost:8081") }
        let request = try HTTPRequest(
            method: method, target: path, headers: headers, body: body?.serialized() ?? [], peer: peer)
        return await router.answer(request)
    }

    /// Sends a request, and returns the JSON of the response, whose status must be 200.
    func json(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> JSONObject {
        let response = try await answer(method, path, body)
        try #require(response.status == .ok, "\(String(decoding: response.body, as: UTF8.self))")
        return try #require(try JSONValue(parsing: response.body, limits: JSONLimits(bytes: 1 << 26, depth: 16)).object)
    }

    /// Sends a request that must fail with 400, and returns the error's message.
    func refusal(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> String {
        let response = try await answer(method, path, body)
        #expect(response.status == .badRequest)
        return try #require(try JSONValue(parsing: response.body)["error"]?["message"]?.string)
    }

    // MARK: - Tokens

    /// Mints a token over HTTP, and parses it without verification.
    func mint(_ provider: ProviderKind, _ body: JSONValue) async throws -> Parts {
        let answer = try await json(.POST, "/__dev/\(provider.rawValue)/token", body)
        return try Parts(try #require(answer["idToken"]?.string))
    }

    /// Returns a verifier with its own key cache, which fetches from the rig's providers as a server does.
    func verifier(_ kind: ProviderKind) -> ProviderTokenVerifier {
        let profile = providers.profile(of: kind)
        let clock = TokenClock { providers.clock.now }
        return ProviderTokenVerifier(
            profile: profile,
            keys: JWKSCache(url: profile.keysURL, algorithm: .rs256, source: RouterSource(rig: self), clock: clock))
    }

    func verify(
        _ token: String, _ kind: ProviderKind, audiences: [String], nonce: NonceExpectation = .none
    ) async throws(TokenError) -> VerifiedIdentity {
        try await verifier(kind).verify(
            token, expecting: IDTokenExpectation(audiences: audiences, nonce: nonce), now: providers.clock.now)
    }
}

/// The decoded parts of a JWT, read without verifying the signature.
struct Parts {
    let token: String
    let header: JSONObject
    let claims: JSONObject
    let signature: [UInt8]

    init(_ token: String) throws {
        self.token = token
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        let bytes = try parts.map { try #require(Base64URL.decode(String($0))) }
        header = try #require(try JSONValue(parsing: bytes[0]).object)
        claims = try #require(try JSONValue(parsing: bytes[1]).object)
        signature = bytes[2]
    }
}

/// A source of key sets that calls the rig's router directly, without a socket.
struct RouterSource: JWKSSource {
    let rig: Rig

    func fetch(_ url: String) async throws -> JWKSResponse {
        let path = String(url.dropFirst(rig.providers.baseURL.count))
        let response = try await rig.answer(.GET, path)
        return JWKSResponse(
            status: Int(response.status.code), body: response.body,
            cacheControl: response.headers.first(name: "Cache-Control"))
    }
}
