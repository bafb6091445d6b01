import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameTokens
import SesameWire
import Testing

@Suite struct `Many tokens at once` {
    let rig = Rig()

    private func tokens(_ provider: ProviderKind, _ body: JSONValue) async throws -> [Parts] {
        let answer = try await rig.json(.POST, "/__dev/\(provider.rawValue)/token", body)
        return try #require(answer["idTokens"]?.array).map { try Parts(try #require($0.string)) }
    }

    @Test(arguments: ProviderKind.allCases)
    func `tokens of the same user differ from each other`(_ provider: ProviderKind) async throws {
        let tokens = try await tokens(provider, ["app": "castmate", "count": 25, "sub": "7"])
        #expect(tokens.count == 25)
        #expect(tokens.allSatisfy { $0.claims["sub"] == "7" })
        var digests: Set<[UInt8]> = []
        for parts in tokens { digests.insert(try CompactJWS(parsing: parts.token).contentDigest()) }
        #expect(digests.count == 25)
    }

    @Test func `each token of a batch may be for another user`() async throws {
        let tokens = try await tokens(
            .google, ["app": "castmate", "count": 11, "distinct": "people", "user": 5])
        let expected = try (5..<16).map {
            JSONValue.string(try rig.providers.google.testUser($0, for: Rig.castmate).subject)
        }
        #expect(tokens.compactMap { $0.claims["sub"] } == expected)
    }

    @Test func `every token of a batch verifies`() async throws {
        let tokens = try await tokens(.apple, ["app": "castmate", "count": 3, "distinct": "people"])
        for parts in tokens {
            _ = try await rig.verify(parts.token, .apple, audiences: ["com.example.castmate"])
        }
    }
}
