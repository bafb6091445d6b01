import Foundation
import Sesame
import SesameCore
import SesameDevelopmentProviders
import SesameTesting
import SesameWire
import Testing

/// Tests that run the conformance suite of the SDK's clients on the client of the native API, with the real server.
struct ConformanceTests {
    @Test(arguments: AuthServiceConformance.allCases)
    func `the server and its client pass the AuthService conformance suite`(_ fact: AuthServiceConformance.Case)
        async throws
    {
        try await RunningServer.run { server in
            let codes = MailedCodes(server)
            try await fact.run(
                .init(service: server.service, code: codes.next) { person, nonce in
                    let source = MintedCredential(server: server, provider: .google, user: person)
                    return try await source.credential(for: CredentialRequest { () async throws(AuthError) in nonce })
                })
        }
    }

    @Test(arguments: ProfileServiceConformance.cases + ProfileServiceConformance.onboardingCases)
    func `profiles on the server pass the ProfileService conformance suite`(_ fact: ProfileServiceConformance.Case)
        async throws
    {
        try await RunningServer.run { server in
            let configuration = server.configuration()
            let manager = AuthManager(configuration)
            let user = try await manager.signInAnonymously()
            let profiles = try #require(configuration.profiles)
            try await fact.run(
                .init(
                    service: profiles(manager), uid: user.uid, texts: ("city", "motto"), required: "name",
                    refused: "isSubscribed", steps: Phone.steps))
        }
    }

    @Test(arguments: PushTokenServiceConformance.cases)
    func `push registrations on the server pass the PushTokenService conformance suite`(
        _ fact: PushTokenServiceConformance.Case
    ) async throws {
        try await RunningServer.run { server in
            let pushes = try #require(server.configuration().pushes)
            try await fact.run(
                .init { number in
                    let phone = Phone(server, name: UUID().uuidString)
                    let source = MintedCredential(server: server, provider: .google, user: number)
                    let credential = try await source.credential(for: phone.manager.request(for: .signIn))
                    let session = try await phone.manager.signIn(with: credential).session
                    return .init(service: pushes(phone.manager), session: session) {
                        try await phone.devices().map(\.installation)
                    }
                })
        }
    }
}
