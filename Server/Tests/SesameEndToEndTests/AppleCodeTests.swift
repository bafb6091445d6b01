import Crypto
import Foundation
import Sesame
import SesameCore
import SesameProviders
import SesameServer
import Testing

/// What Apple's sheet gives, through the SDK and the server to Apple.
struct AppleCodeTests {
    /// Signs in twice, and returns what Apple answered to the server each time.
    private func answers(_ server: RunningServer) async throws -> [Int] {
        let service = SesameAuthService(server: server.url, app: "couple")
        for _ in 1...2 {
            let nonce = try await service.nonce()
            let token = try await server.providers.apple.mint(
                TokenOrder(client: .app("couple"), person: .testUser(1), nonce: .raw(nonce.value.exposed)))
            let signIn = try await service.exchange(
                .apple(
                    idToken: Secret(token.idToken), nonce: nonce,
                    authorizationCode: token.authorizationCode.map { Secret($0) },
                    name: PersonName(givenName: "Test", familyName: "User 1")))
            #expect(signIn.user.displayName == "Test User 1")
        }
        return server.providers.requests.latest.filter { $0.path == server.providers.apple.tokenPath }.map(\.status)
    }

    private func team(_ key: P256.Signing.PrivateKey) throws -> AppleTeam {
        AppleTeam(id: "TEAM000001", key: try #require(AppleKey(keyID: "K", pem: Secret(key.pemRepresentation))))
    }

    @Test func `the server exchanges the code with the team's key`() async throws {
        let key = P256.Signing.PrivateKey()
        let known = ["K": Array(key.publicKey.rawRepresentation)]
        try await RunningServer.run(appleTeam: try team(key), appleKeys: known) { server in
            let answers = try await answers(server)
            #expect(answers == [200, 200])
        }
    }

    @Test func `a key that Apple does not know keeps nobody out`() async throws {
        let known = ["K": Array(P256.Signing.PrivateKey().publicKey.rawRepresentation)]
        try await RunningServer.run(appleTeam: try team(P256.Signing.PrivateKey()), appleKeys: known) { server in
            let answers = try await answers(server)
            #expect(answers == [400, 400])
        }
    }

    @Test func `without a key Apple is not asked`() async throws {
        try await RunningServer.run { server in
            let answers = try await answers(server)
            #expect(answers == [])
        }
    }
}
