import Sesame
import SesameCore
import SesameProviders
import SesameTesting
import Testing

/// Our own back end, at the real server, by the suite that any back end can be held to.
struct ConformanceTests {
    @Test(
        arguments: AuthServiceConformance.cases + AuthServiceConformance.guestCases
            + AuthServiceConformance.linkingCases)
    func `the server and its client do what the port says`(_ fact: AuthServiceConformance.Case) async throws {
        try await RunningServer.run { server in
            let service = SesameAuthService(server: server.url, app: "couple")
            try await fact.run(
                .init(service: service) { person, nonce in
                    let source = MintedCredential(server: server, provider: .google, user: person)
                    return try await source.credential(nonces: NonceSource { () async throws(AuthError) in nonce })
                })
        }
    }
}
