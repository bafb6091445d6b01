import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameTokens
import SesameWire
import Testing

@Suite struct `Keys and their rotation` {
    let rig = Rig()

    private func publishedKeyIDs(_ provider: ProviderKind) async throws -> [String] {
        let set = try await rig.json(.GET, rig.providers[provider].keysPath)
        return try #require(set["keys"]?.array).compactMap { $0["kid"]?.string }
    }

    private func token(_ key: KeyChoice = .current) async throws -> (token: String, keyID: String) {
        let token = try await rig.providers.google.mint(MintRequest(client: .app("castmate"), key: key))
        return (token.idToken, try #require(token.header["kid"]?.string))
    }

    @Test(arguments: [(ProviderKind.google, 2), (.apple, 3)])
    func `several keys are published, and the signing key is the last`(_ provider: ProviderKind, _ count: Int)
        async throws
    {
        let keyIDs = try await publishedKeyIDs(provider)
        #expect(Set(keyIDs).count == count)
        let token = try await rig.providers[provider].mint(MintRequest(client: .app("castmate")))
        #expect(token.header["kid"]?.string == keyIDs.last)
    }

    @Test func `a published key has public members only`() async throws {
        let set = try await rig.json(.GET, "/google/oauth2/v3/certs")
        for key in try #require(set["keys"]?.array) {
            #expect(Set(try #require(key.object).members.map(\.name)) == ["kty", "use", "alg", "kid", "n", "e"])
        }
        _ = try JSONWebKeySet(parsing: try await rig.providers.google.keySet())
    }

    @Test func `rotation removes the signing key and makes the next key sign`() async throws {
        let old = try await token()
        let next = try await token(.next)
        _ = try await rig.json(.POST, "/__dev/rotate-keys", ["provider": "google"])
        #expect(try await token().keyID == next.keyID)
        #expect(try await !publishedKeyIDs(.google).contains(old.keyID))
        #expect(try await publishedKeyIDs(.google).count == 2)
        await #expect(throws: TokenError.self) {
            try await rig.verify(old.token, .google, audiences: ["1-web.apps.googleusercontent.com"])
        }
    }

    @Test func `rotating one provider's keys does not change the other's`() async throws {
        let apple = try await publishedKeyIDs(.apple)
        _ = try await rig.json(.POST, "/__dev/rotate-keys", ["provider": "google"])
        #expect(try await publishedKeyIDs(.apple) == apple)
        _ = try await rig.json(.POST, "/__dev/rotate-keys")
        #expect(try await publishedKeyIDs(.apple) != apple)
    }

    @Test func `all keys can be replaced at once`() async throws {
        let before = Set(try await publishedKeyIDs(.google))
        let answer = try await rig.json(.POST, "/__dev/rotate-keys", ["provider": "google", "all": true])
        let after = try await publishedKeyIDs(.google)
        #expect(before.isDisjoint(with: after))
        #expect(answer["google"]?["current"]?.string == after.last)
        #expect(answer["google"]?["published"]?.array?.count == 2)
        #expect(answer["apple"] == nil)
    }

    @Test func `rotate-keys rejects unknown members and providers`() async throws {
        #expect(try await rig.refusal(.POST, "/__dev/rotate-keys", ["issuer": "google"]).contains("provider, all"))
        #expect(try await rig.refusal(.POST, "/__dev/rotate-keys", ["provider": "other"]).contains("'apple'"))
    }

    @Test func `a generated key signs tokens that verify`() async throws {
        let providers = DevelopmentProviders(apps: [Rig.castmate])
        let token = try await providers.google.mint(MintRequest(client: .app("castmate")))
        let jws = try CompactJWS(parsing: token.idToken)
        let keys = try JSONWebKeySet(parsing: try await providers.google.keySet())
        let keyID = try #require(jws.header.keyID)
        let key = try #require(keys.key(keyID, algorithm: .rs256))
        try jws.verify(with: key, algorithm: .rs256)
    }
}
