import Crypto
import Foundation
import Sesame
import SesameCore
import SesameDevelopmentProviders
import SesameServer
import Testing

@testable import SesameSurface

/// Tests of the authorization codes from Apple's sheet, from the SDK through the server to the development Apple.
struct AppleCodeTests {
    /// Signs in twice, and returns the status codes of Apple's responses to the server's token requests; empty if the
    /// server sent none.
    private func answers(_ server: RunningServer) async throws -> [Int] {
        for _ in 1...2 {
            #expect(try await signIn(server).user.displayName == "Test User 1")
        }
        return server.providers.requests.latest.filter { $0.path == server.providers.apple.tokenPath }.map(\.status)
    }

    private func signIn(_ server: RunningServer) async throws -> SignIn {
        let service = server.service
        let nonce = try await service.nonce()
        let token = try await server.providers.apple.mint(
            MintRequest(client: .app("couple"), person: .testUser(1), nonce: .raw(nonce.value.exposed)))
        return try await service.exchange(
            .apple(
                idToken: Secret(token.idToken), nonce: nonce,
                authorizationCode: token.authorizationCode.map { Secret($0) },
                name: PersonName(givenName: "Test", familyName: "User 1")))
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

    @Test func `deleting an account with Apple's token requires no manual revocation`()
        async throws
    {
        let key = P256.Signing.PrivateKey()
        let known = ["K": Array(key.publicKey.rawRepresentation)]
        try await RunningServer.run(appleTeam: try team(key), appleKeys: known) { server in
            let session = try await signIn(server).session
            #expect(try await server.service.deleteAccount(session) == AccountDeletion())
        }
    }

    @Test func `a team key that is unknown to Apple does not prevent sign-in`() async throws {
        let known = ["K": Array(P256.Signing.PrivateKey().publicKey.rawRepresentation)]
        try await RunningServer.run(appleTeam: try team(P256.Signing.PrivateKey()), appleKeys: known) { server in
            let answers = try await answers(server)
            #expect(answers == [400, 400])
        }
    }

    @Test func `without a team key, no code is sent to Apple`() async throws {
        try await RunningServer.run { server in
            let answers = try await answers(server)
            #expect(answers == [])
        }
    }
}
