import Foundation
import SesameCore
import SesameDevelopmentProviders
import SesameTokens
import SesameWire
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `Over a real socket` {
    let jwks = "/google/oauth2/v3/certs"

    @Test(arguments: ProviderKind.allCases)
    func `a token can be verified with nothing but the discovery URL`(_ provider: ProviderKind) async throws {
        try await LiveServer.run { server in
            let minted = try await server.post("/__dev/\(provider.rawValue)/token", ["clientID": "client"])
            let token = try #require(try JSONValue(parsing: minted.body)["idToken"]?.string)
            let discovery = try await server.get("/\(provider.rawValue)/.well-known/openid-configuration")
            let keysURL = try #require(try JSONValue(parsing: discovery.body)["jwks_uri"]?.string)
            let cache = JWKSCache(url: keysURL, algorithm: .rs256, source: SocketSource(server: server))
            let verifier = ProviderTokenVerifier(profile: provider == .google ? .google : .apple, keys: cache)
            let identity = try await verifier.verify(
                token, expecting: IDTokenExpectation(audiences: ["client"], nonce: .none), now: Rig.start)
            #expect(identity.provider == provider.rawValue)
        }
    }

    @Test(arguments: [FaultEffect.status(503), .noKeys, .malformed, .huge(bytes: 300_000), .down])
    func `keys that cannot be fetched are reported as unavailable, not as wrong`(_ effect: FaultEffect) async throws {
        try await LiveServer.run { server in
            server.rig.providers.faults.add(Fault(effect: effect))
            let reason = try await reason(server)
            #expect(reason == .keysUnavailable)
        }
    }

    @Test func `a key set without the signing key makes the key unknown`() async throws {
        try await LiveServer.run { server in
            server.rig.providers.faults.add(Fault(effect: .unknownKey))
            let reason = try await reason(server)
            #expect(reason == .unknownKey)
        }
    }

    @Test func `a client that follows the redirect is visible in the request log`() async throws {
        try await LiveServer.run { server in
            server.rig.providers.faults.add(Fault(effect: .redirect(location: nil)))
            let reason = try await reason(server)
            #expect(reason == nil)
            #expect(server.rig.providers.requests.latest.map(\.path) == [jwks, "\(jwks)/moved"])
            #expect(server.rig.providers.requests.latest.map(\.status) == [302, 200])
        }
    }

    @Test func `a slow response arrives`() async throws {
        try await LiveServer.run { server in
            server.rig.providers.faults.add(Fault(effect: .slow(milliseconds: 40)))
            let start = ContinuousClock.now
            let reason = try await reason(server)
            #expect(reason == nil)
            #expect(start.duration(to: .now) >= .milliseconds(40))
        }
    }

    @Test func `a huge body arrives whole`() async throws {
        try await LiveServer.run { server in
            server.rig.providers.faults.add(Fault(endpoint: .jwks, effect: .huge(bytes: 3_000_000)))
            let length = try await server.get(jwks).body.count
            #expect(length > 3_000_000)
        }
    }

    @Test func `many tokens arrive in one response`() async throws {
        try await LiveServer.run { server in
            let answer = try await server.post("/__dev/google/token", ["app": "castmate", "count": 60])
            let json = try JSONValue(parsing: answer.body, limits: JSONLimits(bytes: 1 << 20))
            #expect(json["idTokens"]?.array?.count == 60)
        }
    }

    @Test(arguments: ["/__dev", "/__dev/"])
    func `the index is returned with and without a trailing slash`(_ path: String) async throws {
        try await LiveServer.run { server in
            let answer = try await server.get(path)
            #expect(answer.response.statusCode == 200)
            let json = try JSONValue(parsing: answer.body)
            #expect(json["routes"]?.array?.count == 28)
        }
    }

    /// Returns the reason for which a valid Google token is rejected; nil if it is accepted.
    private func reason(_ server: LiveServer) async throws -> TokenError.Reason? {
        let providers = server.rig.providers
        let token = try await providers.google.mint(MintRequest(client: .clientID("client")))
        let cache = JWKSCache(
            url: providers.keysURL(of: .google), algorithm: .rs256, source: SocketSource(server: server))
        do throws(TokenError) {
            _ = try await ProviderTokenVerifier(profile: .google, keys: cache).verify(
                token.idToken, expecting: IDTokenExpectation(audiences: ["client"], nonce: .none), now: Rig.start)
            return nil
        } catch {
            return error.reason
        }
    }
}
