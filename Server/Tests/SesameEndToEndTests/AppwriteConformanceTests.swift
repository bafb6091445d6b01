import Crypto
import Foundation
import Sesame
import SesameAppwrite
import SesameCore
import SesameDevelopmentProviders
import SesameServer
import SesameTesting
import SesameWire
import Testing

@testable import SesameSurface

/// Tests of the SDK's Appwrite client with the real server. They include the conformance cases that the SDK's clients
/// share.
struct AppwriteConformanceTests {
    private func project(at server: RunningServer) -> AppwriteProject { server.appwrite }

    @Test(
        arguments: AuthServiceConformance.cases + AuthServiceConformance.guestCases
            + AuthServiceConformance.bindingCases + AuthServiceConformance.passwordCases
            + AuthServiceConformance.secondFactorCases + AuthServiceConformance.recoveryCodeCases
            + AuthServiceConformance.sessionCases + AuthServiceConformance.codeCases)
    func `the server and its Appwrite client pass the AuthService conformance cases`(
        _ fact: AuthServiceConformance.Case
    ) async throws {
        try await RunningServer.run { server in
            let service = AppwriteAuthService(project: project(at: server), mailPages: try .onThisMachine())
            let codes = MailedCodes(server)
            try await fact.run(
                .init(service: service, code: codes.next) { person, nonce in
                    try await MintedCredential(server: server, provider: .google, user: person).credential(nonce)
                })
        }
    }

    @Test(arguments: AuthServiceConformance.secondFactorCases + AuthServiceConformance.recoveryCodeCases)
    func `a client that knows the server is Sesame passes the second-factor conformance cases`(
        _ fact: AuthServiceConformance.Case
    ) async throws {
        try await RunningServer.run { server in
            try await fact.run(
                .init(service: AppwriteAuthService(project: project(at: server), server: .sesame)) { person, nonce in
                    try await MintedCredential(server: server, provider: .google, user: person).credential(nonce)
                })
        }
    }

    @Test func `a second factor is rejected beside an unverified email address`() async throws {
        try await RunningServer.run { server in
            let service = AppwriteAuthService(project: project(at: server), server: .sesame)
            let credential = PasswordCredential(
                email: "test.user.1@example.com", password: Secret("the first password"))
            let session = try await service.exchange(.passwordRegistration(PasswordRegistration(credential))).session
            let error = await #expect(throws: AuthError.self) {
                _ = try await service.startSecondFactorEnrollment(.authenticator(), of: session, language: nil)
            }
            #expect(error?.code == .invalidTransition)
        }
    }

    @Test(arguments: PushTokenServiceConformance.cases)
    func `push targets on the server pass the PushTokenService conformance cases`(
        _ fact: PushTokenServiceConformance.Case
    ) async throws {
        try await RunningServer.run { server in
            let project = project(at: server)
            try await fact.run(
                .init { number in
                    let manager = AuthManager(
                        service: AppwriteAuthService(project: project), store: MockSessionStore())
                    let source = MintedCredential(server: server, provider: .google, user: number)
                    let session = try await manager.signIn(
                        with: try await source.credential(for: manager.request(for: .signIn))
                    )
                    .session
                    return .init(
                        service: AppwritePushTokenService(project: project, auth: manager), session: session
                    ) { try await server.installations(of: session) }
                })
        }
    }

    @Test func `an upgraded guest has the same account in both protocols`() async throws {
        try await RunningServer.run { server in
            let manager = AuthManager(
                service: AppwriteAuthService(project: project(at: server)), store: MockSessionStore())
            let guest = try await manager.signInAnonymously()
            let upgrade = try await manager.upgrade(
                using: MintedCredential(server: server, provider: .apple, user: 1))
            #expect(upgrade.user.uid == guest.uid && upgrade.user.providers == ["apple"])
            let native = AuthManager(server.configuration())
            let signIn = try await native.signIn(using: MintedCredential(server: server, provider: .apple, user: 1))
            #expect(signIn.user.uid == guest.uid && !signIn.isNewUser)
            try await native.deleteAccount()
            await #expect(throws: AuthError.self) {
                _ = try await manager.accessToken(rejecting: manager.accessToken())
            }
            #expect(manager.auth == nil)
        }
    }

    @Test func `after a link conflict, a guest can switch to the credential's account`() async throws {
        try await RunningServer.run { server in
            let service = AppwriteAuthService(project: project(at: server))
            let source = MintedCredential(server: server, provider: .google, user: 1)
            let owner = try await service.exchange(try await source.credential(try await service.nonce()))
            let guest = try await service.exchange(.anonymous).session
            let credential = try await source.credential(try await service.nonce())
            let error = await #expect(throws: AuthError.self) {
                _ = try await service.link(credential, to: guest, profile: [:], onConflict: .fail)
            }
            #expect(error?.code == .credentialInUse)
            let upgrade = try await service.link(credential, to: guest, profile: [:], onConflict: .switch)
            #expect(upgrade.outcome == .switched && upgrade.user.uid == owner.user.uid)
        }
    }

    @Test(arguments: [AppwriteServer.sesame, .appwrite])
    func `account deletion asks for manual revocation at Apple only if the client expects Appwrite`(
        kind: AppwriteServer
    ) async throws {
        let key = P256.Signing.PrivateKey()
        let team = AppleTeam(
            id: "TEAM000001", key: try #require(AppleKey(keyID: "K", pem: Secret(key.pemRepresentation))))
        let known = ["K": Array(key.publicKey.rawRepresentation)]
        try await RunningServer.run(appleTeam: team, appleKeys: known) { server in
            let service = AppwriteAuthService(project: project(at: server), server: kind)
            let nonce = try await service.nonce()
            let token = try await server.providers.apple.mint(
                MintRequest(client: .app("couple"), person: .testUser(1), nonce: .raw(nonce.value.exposed)))
            let credential = AuthCredential.apple(
                idToken: Secret(token.idToken), nonce: nonce,
                authorizationCode: token.authorizationCode.map { Secret($0) })
            let session = try await service.exchange(credential).session
            let deletion = try await service.deleteAccount(session)
            #expect(deletion == AccountDeletion(manualRevocation: kind == .sesame ? [] : [.apple]))
        }
    }

    @Test func `the JWT works as an access token of the native API`() async throws {
        try await RunningServer.run { server in
            let manager = AuthManager(
                service: AppwriteAuthService(project: project(at: server)), store: MockSessionStore())
            let user = try await manager.signIn(
                using: MintedCredential(server: server, provider: .google, user: 1)
            ).user
            let profiles = try #require(server.configuration().profiles)
            #expect(try await profiles(manager).load(for: user.uid) != nil)
        }
    }
}

extension MintedCredential {
    /// Returns a credential that contains the nonce.
    fileprivate func credential(_ nonce: Nonce) async throws(AuthError) -> AuthCredential {
        try await credential(for: CredentialRequest { () async throws(AuthError) in nonce })
    }
}

extension RunningServer {
    /// Returns the installation ids of the devices that the native API lists for a session's user.
    fileprivate func installations(of session: Session) async throws -> [String] {
        let request = TransportRequest(
            method: "GET", url: url.appendingPathComponent("v1/me/devices"),
            headers: [
                "Authorization": Secret("Bearer \(session.accessToken.exposed)"), "Sesame-App": Secret("couple"),
            ])
        let json = try JSONValue(parsing: try await URLSessionTransport().send(request).body)
        return json["devices"]?.array?.compactMap { $0["installation"]?.string } ?? []
    }
}
