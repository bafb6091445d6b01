import Foundation
import Sesame
import SesameCore
import SesameDevelopmentProviders
import SesameWire
import Testing

/// Tests of guest upgrades, of linking and unlinking sign-in methods, and of the export, in the SDK with the real
/// server.
struct UpgradeTests {
    private func manager(_ server: RunningServer, log: (any AuthLog)? = nil) -> AuthManager {
        var configuration = server.configuration()
        configuration.log = log
        return AuthManager(configuration)
    }

    private func google(_ server: RunningServer, _ user: Int = 1) -> MintedCredential {
        MintedCredential(server: server, provider: .google, user: user)
    }

    @Test(arguments: [ProviderKind.google, .apple])
    func `a guest upgrades within the same account, and the session goes on`(
        provider: ProviderKind
    ) async throws {
        try await RunningServer.run { server in
            let manager = manager(server)
            let guest = try await manager.signInAnonymously()
            let token = try await manager.accessToken()
            let upgrade = try await manager.upgrade(
                using: MintedCredential(
                    server: server, provider: provider, user: 1,
                    name: PersonName(givenName: "Test", familyName: "User 1")))
            #expect(upgrade.outcome == .linked)
            #expect(upgrade.user.uid == guest.uid)
            #expect(upgrade.user.providers == [provider.rawValue])
            #expect(manager.auth?.displayName == "Test User 1")
            #expect(try await manager.accessToken(rejecting: token) != token)
            _ = try await manager.accessToken(rejecting: try await manager.accessToken())
            let again = AuthManager(server.configuration())
            let known = try await again.signIn(using: MintedCredential(server: server, provider: provider, user: 1))
            #expect(known.user.uid == guest.uid)
            #expect(!known.isNewUser)
        }
    }

    @Test func `signing in upgrades a guest, and replaces the guest only when the app asks for it`() async throws {
        try await RunningServer.run { server in
            let manager = manager(server)
            let guest = try await manager.signInAnonymously()
            let credential = try await google(server).credential(for: manager.request(for: .signIn))
            #expect(try await manager.signIn(with: credential).user.uid == guest.uid)
            await manager.signOut()
            let second = try await manager.signInAnonymously()
            let error = await #expect(throws: AuthError.self) { try await manager.signIn(using: google(server)) }
            #expect(error?.code == .credentialInUse && manager.auth == second)
            let owner = try await manager.signIn(using: google(server), replacingGuest: true)
            #expect(owner.user.uid == guest.uid)
        }
    }

    @Test func `unlinking a sign-in method ends its other sessions, and it then creates another account`() async throws
    {
        try await RunningServer.run { server in
            let (phone, tablet) = (manager(server), manager(server))
            let user = try await phone.signIn(using: google(server)).user
            let apple = MintedCredential(server: server, provider: .apple, user: 1)
            try await phone.upgrade(with: try await apple.linkable(for: phone.request(for: .linking)))
            try await tablet.signIn(using: google(server))
            let left = try await phone.unlink(.google)
            #expect(left.uid == user.uid)
            #expect(left.providers == ["apple"])
            _ = try await phone.accessToken(rejecting: try await phone.accessToken())
            await #expect(throws: AuthError.self) {
                try await tablet.accessToken(rejecting: try await tablet.accessToken())
            }
            let error = await #expect(throws: AuthError.self) { try await phone.unlink(.apple) }
            #expect(error?.code == .lastMethod)
            let other = try await manager(server).signIn(using: google(server))
            #expect(other.user.uid != user.uid)
        }
    }

    @Test func `unlinking after an old sign-in requires reauthentication`() async throws {
        try await RunningServer.run { server in
            let phone = manager(server)
            try await phone.signIn(using: google(server))
            let apple = MintedCredential(server: server, provider: .apple, user: 1)
            try await phone.upgrade(with: try await apple.linkable(for: phone.request(for: .linking)))
            try server.providers.clock.advance(by: 600)
            let error = await #expect(throws: AuthError.self) { try await phone.unlink(.google) }
            #expect(error?.code == .reauthenticationRequired)
            let proof = try await apple.credential(for: phone.request(for: .signIn))
            #expect(try await phone.unlink(.google, confirmedBy: proof).providers == ["apple"])
            _ = try await phone.accessToken(rejecting: try await phone.accessToken())
        }
    }

    @Test func `an account is exported, but after an old sign-in only with reauthentication`() async throws {
        try await RunningServer.run { server in
            let phone = manager(server)
            let user = try await phone.signIn(using: google(server)).user
            let document = try JSONValue(parsing: try await phone.exportAccount())
            #expect(document["account"]?["uid"]?.string == user.uid)
            #expect(document["identities"]?.array?.count == 1)
            try server.providers.clock.advance(by: 600)
            let error = await #expect(throws: AuthError.self) { try await phone.exportAccount() }
            #expect(error?.code == .reauthenticationRequired)
            let proof = try await google(server).credential(for: phone.request(for: .signIn))
            #expect(try await !phone.exportAccount(confirmedBy: proof).isEmpty)
        }
    }

    @Test func `a nonce that was not issued to the session links nothing`() async throws {
        try await RunningServer.run { server in
            let manager = manager(server)
            let guest = try await manager.signInAnonymously()
            let credential = try await google(server).linkable(for: manager.request(for: .replacingGuest))
            let error = await #expect(throws: AuthError.self) { try await manager.upgrade(with: credential) }
            #expect(error?.code == .invalidNonce)
            #expect(manager.auth == guest)
        }
    }

    @Test(
        arguments: [(.keep, .kept, true), (.switch, .switched, false), (.merge, .merged, false)]
            as [(ConflictChoice, UpgradeOutcome, Bool)])
    func `a guest whose identity already has an account can keep, switch or merge accounts`(
        choice: ConflictChoice, outcome: UpgradeOutcome, staysGuest: Bool
    ) async throws {
        try await RunningServer.run { server in
            let owner = try await manager(server).signIn(using: google(server))
            let manager = manager(server)
            let guest = try await manager.signInAnonymously()
            let error = await #expect(throws: AuthError.self) {
                try await manager.upgrade(using: google(server))
            }
            #expect(error?.code == .credentialInUse)
            #expect(error?.conflict?.account.uid == owner.user.uid)
            #expect(manager.auth == guest)
            guard case .chooseAccount(let ticket?) = error?.recovery else {
                Issue.record("no ticket")
                return
            }
            let upgrade = try await manager.resolveConflict(choice, ticket: ticket)
            #expect(upgrade.outcome == outcome)
            #expect(manager.auth?.uid == (staysGuest ? guest.uid : owner.user.uid))
            _ = try await manager.accessToken(rejecting: try await manager.accessToken())
        }
    }

    @Test func `a user links a second provider and signs in with it to the same account`() async throws {
        try await RunningServer.run { server in
            let manager = manager(server)
            let person = try await manager.signIn(using: google(server)).user
            let credential = try await MintedCredential(server: server, provider: .apple, user: 2)
                .linkable(for: manager.request(for: .linking))
            let upgrade = try await manager.upgrade(with: credential)
            #expect(upgrade.user.uid == person.uid)
            #expect(Set(upgrade.user.providers) == ["apple", "google"])
            _ = try await manager.accessToken(rejecting: try await manager.accessToken())
            let other = try await self.manager(server)
                .signIn(using: MintedCredential(server: server, provider: .apple, user: 2))
            #expect(other.user.uid == person.uid)
        }
    }

    @Test func `concurrent token requests during an upgrade succeed, and the user stays signed in`() async throws {
        try await RunningServer.run { server in
            let manager = manager(server)
            let guest = try await manager.signInAnonymously()
            let token = try await manager.accessToken()
            let credential = try await google(server).linkable(for: manager.request(for: .linking))
            let callers = (0..<20).map { _ in Task { try await manager.accessToken(rejecting: token) } }
            let upgrade = Task { try await manager.upgrade(with: credential) }
            for caller in callers { _ = try await caller.value }
            #expect(try await upgrade.value.user.uid == guest.uid)
            _ = try await manager.accessToken(rejecting: try await manager.accessToken())
            #expect(manager.auth?.uid == guest.uid)
        }
    }
}
