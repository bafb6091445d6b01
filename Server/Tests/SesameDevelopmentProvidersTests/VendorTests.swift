import Foundation
import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import SesameTokens
import Testing

@Suite struct `The vendors' paths` {
    let rig = Rig()

    @Test(arguments: [
        (
            ProviderKind.google, "https://accounts.google.com", "/google/oauth2/v3/certs",
            "public, max-age=21600, must-revalidate, no-transform"
        ),
        (.apple, "https://appleid.apple.com", "/apple/auth/keys", "public, max-age=3600"),
    ])
    func `discovery lists the provider's key set under the vendor's issuer`(
        _ provider: ProviderKind, _ issuer: String, _ path: String, _ cacheControl: String
    ) async throws {
        let document = try await rig.json(.GET, "/\(provider.rawValue)/.well-known/openid-configuration")
        #expect(document["issuer"] == .string(issuer))
        #expect(document["jwks_uri"] == .string("http://localhost:8081\(path)"))
        #expect(document["id_token_signing_alg_values_supported"] == ["RS256"])
        #expect(rig.providers.keysURL(of: provider) == "http://localhost:8081\(path)")
        let keys = try await rig.answer(.GET, path)
        #expect(keys.headers.first(name: "Cache-Control") == cacheControl)
        #expect(keys.headers.first(name: "Content-Type") == "application/json")
    }

    @Test(arguments: ProviderKind.allCases)
    func `a provider with its own issuer uses it in discovery and tokens`(_ provider: ProviderKind) async throws {
        let issuer = "http://localhost:8081/\(provider.rawValue)"
        let rig = Rig(issuers: [provider: issuer])
        let document = try await rig.json(.GET, "/\(provider.rawValue)/.well-known/openid-configuration")
        #expect(document["issuer"] == .string(issuer))
        let token = try await rig.mint(provider, ["app": "castmate"])
        #expect(token.claims["iss"] == .string(issuer))
        let audiences = try #require(token.claims["aud"]?.string)
        #expect(try await rig.verify(token.token, provider, audiences: [audiences]).clientID == audiences)
        #expect(rig.providers.profile(of: provider).issuers == [issuer])
        let other: ProviderKind = provider == .apple ? .google : .apple
        #expect(rig.providers[other].issuer.hasPrefix("https://"))
    }

    @Test(arguments: ProviderKind.allCases)
    func `every endpoint that discovery lists exists`(_ provider: ProviderKind) async throws {
        let document = try await rig.json(.GET, "/\(provider.rawValue)/.well-known/openid-configuration")
        let addresses = document.members.compactMap { member in
            member.name.hasSuffix("_uri") || member.name.hasSuffix("_endpoint") ? member.value.string : nil
        }
        #expect(!addresses.isEmpty)
        for address in addresses {
            let path = String(address.dropFirst(rig.providers.baseURL.count))
            let method: HTTPMethod = path.hasSuffix("/token") || path.hasSuffix("/revoke") ? .POST : .GET
            let status = try await rig.answer(method, path).status
            // A request without parameters is refused, but not because the endpoint is missing.
            #expect(status != .notFound && status != .methodNotAllowed, "\(path)")
        }
    }

    @Test func `discovery describes the browser flow as the vendors' documents do`() async throws {
        let google = try await rig.json(.GET, "/google/.well-known/openid-configuration")
        #expect(google["authorization_endpoint"] == "http://localhost:8081/google/o/oauth2/v2/auth")
        #expect(google["token_endpoint"] == "http://localhost:8081/google/token")
        #expect(google["revocation_endpoint"] == "http://localhost:8081/google/revoke")
        #expect(google["code_challenge_methods_supported"] == ["plain", "S256"])
        #expect(google["authorization_response_iss_parameter_supported"] == true)
        #expect(google["token_endpoint_auth_methods_supported"] == ["client_secret_post", "client_secret_basic"])
        let apple = try await rig.json(.GET, "/apple/.well-known/openid-configuration")
        #expect(apple["authorization_endpoint"] == "http://localhost:8081/apple/auth/authorize")
        #expect(apple["token_endpoint"] == "http://localhost:8081/apple/auth/token")
        #expect(apple["revocation_endpoint"] == "http://localhost:8081/apple/auth/revoke")
        #expect(apple["response_modes_supported"] == ["query", "fragment", "form_post"])
        #expect(apple["token_endpoint_auth_methods_supported"] == ["client_secret_post"])
        let endpoints = rig.providers.endpoints(of: .apple)
        #expect(apple["authorization_endpoint"] == .string(endpoints.authorization))
        #expect(apple["token_endpoint"] == .string(endpoints.token))
        #expect(apple["revocation_endpoint"] == .string(endpoints.revocation))
    }

    @Test func `the base URL can be set once the port is known`() async throws {
        rig.providers.baseURL = "http://localhost:9999"
        let document = try await rig.json(.GET, "/apple/.well-known/openid-configuration")
        #expect(document["jwks_uri"] == "http://localhost:9999/apple/auth/keys")
        #expect(rig.providers.keysURL(of: .apple) == "http://localhost:9999/apple/auth/keys")
    }

    @Test func `the vendors' paths are open to the network`() async throws {
        let phone = PeerAddress(ip: "192.168.1.20", isLoopback: false)
        #expect(try await rig.answer(.GET, "/apple/auth/keys", peer: phone).status == .ok)
    }

    @Test func `requests are logged with time, path and status, but without the query`() async throws {
        _ = try await rig.answer(.GET, "/google/oauth2/v3/certs?secret=1")
        try rig.providers.clock.setOffset(60)
        _ = try await rig.answer(.GET, "/google/nothing")
        _ = try await rig.answer(.POST, "/apple/auth/keys")
        _ = try await rig.json(.GET, "/__dev/apps")
        let log = try await rig.json(.GET, "/__dev/requests")
        #expect(
            log["requests"] == [
                [
                    "time": "2027-01-15T08:00:00.000Z", "method": "GET", "path": "/google/oauth2/v3/certs",
                    "status": 200,
                ],
                ["time": "2027-01-15T08:01:00.000Z", "method": "GET", "path": "/google/nothing", "status": 404],
                ["time": "2027-01-15T08:01:00.000Z", "method": "POST", "path": "/apple/auth/keys", "status": 405],
            ])
        #expect(log["total"] == 3)
        #expect(log["counts"]?["/google/oauth2/v3/certs"] == 1)
    }

    @Test func `the request log can be emptied`() async throws {
        _ = try await rig.answer(.GET, "/apple/auth/keys")
        #expect(try await rig.json(.DELETE, "/__dev/requests") == ["total": 0, "counts": [:], "requests": []])
    }
}
