import Crypto
import Foundation
import Logging
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameTokens
import Testing

@testable import SesameOperations
@testable import SesameSurface

struct AppleCodeExchangeTests {
    private let served: AppID
    private let unserved: AppID
    private let team: AppleTeam

    init() throws {
        served = try #require(AppID("served"))
        unserved = try #require(AppID("unserved"))
        let pem = Secret(P256.Signing.PrivateKey().pemRepresentation)
        team = AppleTeam(id: "T", key: try #require(AppleKey(keyID: "K", pem: pem)))
    }

    private func codes(_ role: DevelopmentServices.Role?) -> AppleCodeExchange {
        var configuration = ServerConfiguration(
            publicURL: "https://sign-in.example.com", hosts: [], port: 0, dataFolder: "", keyFile: "",
            apps: AppDirectory([]), appleTeams: [served: team])
        configuration.developmentServices = role.map { .test($0) }
        return AppleCodeExchange(
            ProviderOAuthClient(client: HTTPClient(), publicURL: configuration.publicURL), configuration,
            logger: Logger(label: "test"))
    }

    private func identity(_ subject: String) -> VerifiedIdentity {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        return VerifiedIdentity(
            provider: "apple", subject: subject, clientID: "client", issuedAt: now, expiresAt: now, carriesNonce: true,
            tokenDigest: [])
    }

    @Test(arguments: [nil, DevelopmentServices.Role.replacing, .additional])
    func `codes are exchanged only for Apple and only for apps with a key`(role: DevelopmentServices.Role?) {
        let codes = codes(role)
        let person = identity(role == .additional ? "development:1" : "1")
        #expect(codes.serves(person, from: .apple, of: served))
        #expect(!codes.serves(person, from: .apple, of: unserved))
        #expect(!codes.serves(person, from: .google, of: served))
    }

    @Test func `a development key does not serve the real Apple`() {
        #expect(!codes(.additional).serves(identity("1"), from: .apple, of: served))
    }

    @Test func `revoking a token without a usable key throws no error`()
        async throws
    {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        for (app, role) in [(unserved, nil), (served, .additional)] as [(AppID, DevelopmentServices.Role?)] {
            let kept = SealedProviderToken(app: app, provider: .apple, subject: "1", clientID: "client", sealed: [])
            try await codes(role).revoke(Secret("r"), kept: kept, at: now)
        }
    }

    @Test func `exchanging a code for an app without a key throws an internal error`() async {
        let refusal = await #expect(throws: AccountError.self) {
            try await codes(nil).tokens(
                for: Secret("c"), from: .apple, of: unserved, clientID: "client",
                at: Date(timeIntervalSince1970: 1_800_000_000))
        }
        #expect(refusal?.code == .internal)
    }
}
