import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame
@testable import SesameApple

/// Tests of a session that its user unlocks: the bytes in the Keychain, and the prompts.
@Suite struct SessionLockTests {
    /// A personal key in memory. The test decides if the user confirms or declines its prompts.
    private final class Key: PersonalKeyItem {
        struct State {
            var bytes: [UInt8]?
            var answer: Result<Void, AuthError> = .success(())
            var questions = 0
        }

        let state = Locked(State())
        private let asked: @Sendable () async -> Void

        init(asked: @escaping @Sendable () async -> Void = {}) {
            self.asked = asked
        }

        func read() async throws(AuthError) -> [UInt8]? {
            state.withLock { $0.questions += 1 }
            await asked()
            let (answer, bytes) = state.withLock { ($0.answer, $0.bytes) }
            try answer.get()
            return bytes
        }

        func replace(_ bytes: [UInt8]) throws(AuthError) {
            state.withLock { $0.bytes = bytes }
        }
    }

    private static let refusal = AuthError(.cancelled, "a test's")

    private let keychain = FakeKeychain()
    private let key = Key()
    private let clock = ManualClock()
    private let service = MockAuthService()

    /// Returns the store of another launch, in which nothing is unlocked yet.
    private func launch() -> KeychainSessionStore {
        KeychainSessionStore(items: keychain, marker: .always, lock: SessionLock(key, clock: clock.clock))
    }

    private func manager(_ store: KeychainSessionStore) -> AuthManager {
        AuthManager(service: service, store: store, clock: clock.clock)
    }

    @Test(arguments: SessionStoreConformance.cases)
    func `a locked store passes the conformance cases of session stores`(_ fact: SessionStoreConformance.Case)
        async throws
    {
        let lock = SessionLock(key, clock: clock.clock)
        let locks = StoreLocks.inProcess()
        try await fact.run(
            .init { [keychain] in
                KeychainSessionStore(items: keychain, marker: .always, locks: locks, lock: lock)
            })
    }

    @Test func `the Keychain holds only a sealed session that cannot be read without the key`() throws {
        try launch().save(.sample(1))
        let bytes = try #require(keychain.contents.withLock { $0.items["session"] })
        #expect(SessionLock.isSealed(bytes))
        #expect(!String(decoding: bytes, as: UTF8.self).contains(Session.sample(1).refreshToken.exposed))
        #expect(throws: AuthError.self) { try launch().load() }
        #expect(key.state.withLock { $0.questions } == 0)
    }

    @Test func `the user is prompted once per launch and signed in again`() async throws {
        try launch().save(.sample(1))
        let manager = manager(launch())
        guard case .signedIn(let user) = await manager.restore() else {
            Issue.record("no user is signed in")
            return
        }
        #expect(user.uid == Session.sample(1).user.uid)
        await manager.restore()
        _ = try await manager.accessToken(rejecting: manager.accessToken())
        #expect(key.state.withLock { $0.questions } == 1)
    }

    @Test func `a declined prompt leaves the session locked and is not repeated at once`() async throws {
        try launch().save(.sample(1))
        key.state.withLock { $0.answer = .failure(Self.refusal) }
        let manager = manager(launch())
        #expect(await manager.restore() == .locked)
        // The prompt itself moves the app to the background and back.
        #expect(await manager.restore() == .locked)
        #expect(key.state.withLock { $0.questions } == 1)
        await expectError(.storageLocked) { _ = try await manager.accessToken() }
        clock.advance(by: .seconds(3))
        key.state.withLock { $0.answer = .success(()) }
        #expect(await manager.restore().user != nil)
        #expect(key.state.withLock { $0.questions } == 2)
    }

    @Test func `two concurrent restores prompt once`() async throws {
        try launch().save(.sample(1))
        let (began, go) = (Promise<Bool>(), Promise<Bool>())
        let slow = Key {
            began.fulfill(true)
            _ = await go.value
        }
        slow.state.withLock { $0.bytes = key.state.withLock { $0.bytes } }
        let store = KeychainSessionStore(
            items: keychain, marker: .always, lock: SessionLock(slow, clock: clock.clock))
        let manager = manager(store)
        async let first = manager.restore()
        _ = await began.value
        #expect(await manager.restore() == .locked)
        go.fulfill(true)
        #expect(await first.user != nil)
        #expect(slow.state.withLock { $0.questions } == 1)
    }

    private static let google = AuthCredential.google(idToken: Secret("person 2"), nonce: Nonce(Secret("n")))

    @Test func `a locked session is neither replaced by a sign-in nor deleted`() async throws {
        try launch().save(.sample(1))
        key.state.withLock { $0.answer = .failure(Self.refusal) }
        let manager = manager(launch())
        #expect(await manager.restore() == .locked)
        await expectError(.storageLocked) { try await manager.signIn(with: Self.google) }
        #expect(service.count(of: .exchange) == 0)
        #expect(throws: AuthError.self) { try launch().delete() }
        key.state.withLock { $0.answer = .success(()) }
        clock.advance(by: .seconds(3))
        #expect(await manager.restore().user?.uid == Session.sample(1).user.uid)
    }

    @Test func `a prompt that the system cannot show is repeated at once`() async throws {
        try launch().save(.sample(1))
        key.state.withLock { $0.answer = .failure(AuthError(.storageLocked, "a test's")) }
        let manager = manager(launch())
        #expect(await manager.restore() == .locked)
        key.state.withLock { $0.answer = .success(()) }
        #expect(await manager.restore().user != nil)
    }

    @Test func `no prompt is shown while the device is locked`() async throws {
        try launch().save(.sample(1))
        for condition in [FakeKeychain.Condition.locked, .lying] {
            let manager = manager(launch())
            keychain.condition = condition
            #expect(await manager.restore() == .locked)
            #expect(key.state.withLock { $0.questions } == 0)
            keychain.condition = .unlocked
        }
        #expect(await manager(launch()).restore().user != nil)
    }

    @Test func `a Keychain that cannot return the key leaves the state unresolved, not locked`() async throws {
        try launch().save(.sample(1))
        key.state.withLock { $0.answer = .failure(AuthError(.storageUnavailable, "a test's")) }
        #expect(await manager(launch()).restore() == .unresolved)
    }

    @Test(arguments: [nil, [UInt8](repeating: 7, count: 32)])
    func `a session that no key opens is signed out, and another user can sign in`(bytes: [UInt8]?) async throws {
        try launch().save(.sample(1))
        key.state.withLock { $0.bytes = bytes }
        let manager = manager(launch())
        // Another run of the app may have stored a key, so the Keychain is checked once more.
        if bytes != nil { #expect(await manager.restore() == .locked) }
        #expect(await manager.restore() == .signedOut(.noSession))
        let uid = try await manager.signIn(with: Self.google).user.uid
        #expect(await self.manager(launch()).restore().user?.uid == uid)
    }

    @Test func `a sign-out of a locked session unlocks it and revokes it at the server`() async throws {
        try launch().save(.sample(1))
        let manager = manager(launch())
        key.state.withLock { $0.answer = .failure(Self.refusal) }
        #expect(await manager.restore() == .locked)
        clock.advance(by: .seconds(3))
        key.state.withLock { $0.answer = .success(()) }
        await manager.signOut()
        #expect(service.revoked == [Session.sample(1).refreshToken.exposed])
        #expect(await self.manager(launch()).restore() == .signedOut(.noSession))
    }

    @Test func `a session after a sign-out has a new key`() throws {
        let store = launch()
        try store.save(.sample(1))
        let first = key.state.withLock { $0.bytes }
        try store.save(.sample(2))
        #expect(key.state.withLock { $0.bytes } == first)
        try store.delete()
        try store.save(.sample(3))
        #expect(key.state.withLock { $0.bytes } != first)
        #expect(try store.load() == .sample(3))
    }

    @Test func `a session sealed with another process's new key is restored`() async throws {
        let (first, second) = (launch(), launch())
        try first.save(.sample(1))
        try await second.unlock()
        try second.delete()
        try second.save(.sample(2))
        #expect(await manager(first).restore() == .signedIn(Session.sample(2).user))
    }

    @Test func `an unsealed session is read and sealed at the next save`() throws {
        try KeychainSessionStore(items: keychain, marker: .always).save(.sample(1))
        let store = launch()
        #expect(try store.load() == .sample(1))
        try store.save(.sample(2))
        #expect(SessionLock.isSealed(try #require(keychain.contents.withLock { $0.items["session"] })))
    }

    @Test func `a store without the lock reads a sealed session as missing`() throws {
        try launch().save(.sample(1))
        #expect(try KeychainSessionStore(items: keychain, marker: .always).load() == nil)
    }

    @Test func `a session of an earlier installation is read only after unlocking`() async throws {
        try launch().save(.sample(1))
        let store = KeychainSessionStore(
            items: keychain, marker: InstallMarker(isSet: { false }, set: {}), onReinstall: .ask,
            lock: SessionLock(key, clock: clock.clock))
        #expect(throws: AuthError.self) { try store.previousInstallSession() }
        try await store.unlock()
        #expect(try store.previousInstallSession() == .sample(1))
    }
}
