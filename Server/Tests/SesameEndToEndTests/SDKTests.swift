import Foundation
import Sesame
import SesameCore
import SesameDevelopmentProviders
import Testing

/// Tests of the SDK as an app uses it, with the real server and signed tokens.
struct SDKTests {
    private func manager(_ server: RunningServer, device: String = "phone") -> AuthManager {
        AuthManager(server.configuration(storage: server.storage(of: device)))
    }

    @Test(arguments: [ProviderKind.google, .apple])
    func `a user signs in, is restored after a restart, refreshes and signs out`(provider: ProviderKind) async throws {
        try await RunningServer.run { server in
            let phone = manager(server)
            #expect(await phone.restore() == .signedOut(.noSession))
            let source = MintedCredential(server: server, provider: provider, user: 1)
            let signIn = try await phone.signIn(using: source)
            #expect(signIn.isNewUser)
            #expect(signIn.user.providers == [provider.rawValue])

            let restarted = manager(server)
            #expect(await restarted.restore() == .signedIn(signIn.user))
            let first = try await phone.accessToken()
            let second = try await restarted.accessToken(rejecting: first)
            #expect(first != second)
            #expect(try await phone.accessToken(rejecting: first) == second)

            await restarted.signOut()
            #expect(restarted.auth == nil)
            let service = server.service
            await #expect(
                performing: {
                    _ = try await service.refresh(signIn.session)
                }, throws: { ($0 as? AuthError)?.code == .sessionEnded })
        }
    }

    @Test func `the same user has one account on two devices`() async throws {
        try await RunningServer.run { server in
            let source = MintedCredential(server: server, provider: .google, user: 1)
            let first = try await manager(server).signIn(using: source)
            let second = try await manager(server, device: "tablet").signIn(using: source)
            #expect(first.user.uid == second.user.uid)
            #expect((first.isNewUser, second.isNewUser) == (true, false))
        }
    }

    @Test func `deleting an account after an old sign-in requires reauthentication`() async throws {
        try await RunningServer.run { server in
            let phone = manager(server)
            let source = MintedCredential(server: server, provider: .google, user: 1)
            _ = try await phone.signIn(using: source)
            try server.providers.clock.advance(by: 600)
            await #expect(
                performing: {
                    try await phone.deleteAccount()
                }, throws: { ($0 as? AuthError)?.code == .reauthenticationRequired })
            let service = server.service
            let request = CredentialRequest { () async throws(AuthError) in try await service.nonce() }
            try await phone.deleteAccount(confirmedBy: try await source.credential(for: request))
            #expect(phone.auth == nil)
        }
    }

    @Test(arguments: [ProviderKind.apple, .google])
    func `deletion reports a manual revocation for Apple without a code and none for Google`(
        provider: ProviderKind
    ) async throws {
        try await RunningServer.run { server in
            let phone = manager(server)
            try await phone.signIn(using: MintedCredential(server: server, provider: provider, user: 1))
            let deletion = try await phone.deleteAccount()
            #expect(deletion.manualRevocation == (provider == .apple ? [.apple] : []))
            #expect(phone.auth == nil)
        }
    }

    @Test func `repeating a deletion whose response was lost succeeds`() async throws {
        try await RunningServer.run { server in
            let phone = manager(server)
            let source = MintedCredential(server: server, provider: .apple, user: 1)
            let session = try await phone.signIn(using: source).session
            #expect(try await server.service.deleteAccount(session).manualRevocation == [.apple])
            #expect(try await phone.deleteAccount() == AccountDeletion())
            #expect(await phone.restore() == .signedOut(.accountDeleted))
        }
    }

    @Test func `a guest signs in without a credential`() async throws {
        try await RunningServer.run { server in
            let user = try await manager(server).signInAnonymously()
            #expect(user.isAnonymous)
        }
    }
}
