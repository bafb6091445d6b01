import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame
@testable import SesameApple

/// Tests of a Keychain that still holds the session of an earlier installation.
@Suite struct ReinstallPolicyTests {
    let keychain = FakeKeychain()
    let isMarked = Locked(false)

    func store(_ policy: ReinstallPolicy) -> KeychainSessionStore {
        let isMarked = isMarked
        let marker = InstallMarker(
            isSet: { isMarked.withLock { $0 } }, set: { isMarked.withLock { $0 = true } })
        return KeychainSessionStore(items: keychain, marker: marker, onReinstall: policy)
    }

    init() throws {
        try KeychainSessionStore(items: keychain, marker: .always).save(.sample(1))
    }

    @Test func `an earlier session stays under the keep policy`() throws {
        #expect(try store(.keep).load() == .sample(1))
        #expect(isMarked.withLock { $0 })
        #expect(try store(.clear).load() == .sample(1))
    }

    @Test func `an earlier session is removed and queued for revocation under the clear policy`() throws {
        #expect(try store(.clear).load() == nil)
        #expect(try store(.clear).loadRevocations() == [Revocation(.sample(1))])
        #expect(keychain.contents.withLock { $0.items["session"] } == nil)
        try store(.clear).save(.sample(2))
        #expect(try store(.clear).load() == .sample(2))
    }

    @Test func `clearing an earlier session is repeated after a crash`() throws {
        keychain.contents.withLock {
            $0.before = { call, contents in
                if call == "delete session" { contents.condition = .broken(KeychainStatus(rawValue: -1)) }
            }
        }
        #expect(throws: AuthError.self) { try store(.clear).load() }
        keychain.contents.withLock {
            $0.before = nil
            $0.condition = .unlocked
        }
        #expect(try store(.clear).load() == nil)
        #expect(try store(.clear).loadRevocations() == [Revocation(.sample(1))])
    }

    @Test(arguments: [ReinstallPolicy.keep, .clear, .ask])
    func `invalid session bytes throw under every policy and revoke nothing`(
        _ policy: ReinstallPolicy
    ) async throws {
        keychain.contents.withLock { $0.items["session"] = Array("{}".utf8) }
        await expectError(.storageUnavailable) { _ = try store(policy).load() }
        #expect(!isMarked.withLock { $0 })
        try store(policy).save(.sample(2))
        #expect(try store(policy).load() == .sample(2))
        #expect(try store(policy).loadRevocations() == [])

        isMarked.withLock { $0 = false }
        keychain.contents.withLock { $0.items["session"] = Array("{}".utf8) }
        try store(policy).delete()
        #expect(try store(policy).load() == nil)
        #expect(try store(policy).loadRevocations() == [])
    }

    @Test func `no user is signed in until the earlier session is accepted`() throws {
        #expect(try store(.ask).load() == nil)
        #expect(try store(.ask).previousInstallSession() == .sample(1))
        #expect(try store(.ask).load() == nil)
        store(.ask).keepPreviousInstallSession()
        #expect(try store(.ask).load() == .sample(1))
        #expect(try store(.ask).previousInstallSession() == nil)
    }

    @Test func `a discarded earlier session is queued for revocation`() throws {
        try store(.ask).discardPreviousInstallSession()
        #expect(try store(.ask).loadRevocations() == [Revocation(.sample(1))])
        #expect(try store(.ask).previousInstallSession() == nil)
        #expect(try store(.ask).load() == nil)
    }

    @Test func `a sign-in without a decision revokes the earlier session`() throws {
        try store(.ask).save(.sample(2))
        #expect(try store(.ask).load() == .sample(2))
        #expect(try store(.ask).loadRevocations() == [Revocation(.sample(1))])
    }

    @Test func `a sign-in that cannot be stored leaves the earlier session undecided`() async throws {
        try KeychainSessionStore(items: keychain, marker: .always).save(.sample(50))
        let service = MockAuthService(clock: ManualClock().clock)
        let manager = AuthManager(service: service, store: store(.ask))
        await manager.restore()
        keychain.contents.withLock {
            $0.before = { call, contents in
                contents.condition = call == "update session" ? .broken(KeychainStatus(rawValue: -1)) : .unlocked
            }
        }
        await expectError(.storageUnavailable) { try await manager.signInAnonymously() }
        #expect(try store(.ask).previousInstallSession() == .sample(50))
        #expect(service.revoked == ["r-1"])
        #expect(try store(.ask).loadRevocations().isEmpty)
    }

    @Test func `a sign-out that could not remove the earlier session removes it later`() async throws {
        let service = MockAuthService(clock: ManualClock().clock)
        let manager = AuthManager(service: service, store: store(.ask))
        keychain.condition = .locked
        await manager.signOut()
        keychain.condition = .unlocked
        #expect(await manager.restore() == .signedOut(.byUser))
        #expect(try store(.ask).previousInstallSession() == nil)
        #expect(await eventually { service.revoked == ["r-1"] })
    }

    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func `a sign-in does not deadlock on its own lock, and another thread waits for that lock`(
        isSharedByFiles: Bool
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (clock, isMarked) = (ManualClock(), isMarked)
        try KeychainSessionStore(items: keychain, marker: .always).save(.sample(50))
        let marker = InstallMarker(
            isSet: { isMarked.withLock { $0 } }, set: { isMarked.withLock { $0 = true } })
        let locks = isSharedByFiles ? StoreLocks.files(in: folder, name: "a") : .inProcess()
        let store = KeychainSessionStore(
            items: keychain, marker: marker, onReinstall: .ask,
            locks: locks.withLease { take throws(AuthError) in try take() })
        let service = MockAuthService(clock: clock.clock)
        let manager = AuthManager(service: service, store: store, clock: clock.clock)
        #expect(await manager.restore() == .signedOut(.noSession))
        try await manager.signInAnonymously()
        #expect(try store.load()?.user == manager.auth)
        #expect(await eventually { service.revoked == ["r-50"] })
        // Another thread waits for the lock.
        let (isStarted, isInside) = (Locked(false), Locked(false))
        try store.withExclusiveAccess { () throws(AuthError) in
            let other = Thread {
                isStarted.withLock { $0 = true }
                try? store.withExclusiveAccess { isInside.withLock { $0 = true } }
            }
            other.start()
            while !isStarted.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
            Thread.sleep(forTimeInterval: 0.02)
            #expect(!isInside.withLock { $0 })
        }
        #expect(await eventually { isInside.withLock { $0 } })
    }

    @Test func `a sign-out without a decision revokes the earlier session`() throws {
        try store(.ask).delete()
        #expect(try store(.ask).load() == nil)
        #expect(try store(.ask).loadRevocations() == [Revocation(.sample(1))])
    }

    @Test func `a session stored after a first empty load survives the clear policy`() throws {
        keychain.contents.withLock { $0.items["session"] = nil }
        #expect(try store(.clear).load() == nil)
        try store(.clear).save(.sample(3))
        #expect(try store(.clear).load() == .sample(3))
    }

    @Test func `a locked device throws and does not mark the installation`() throws {
        keychain.condition = .lying
        for policy in [ReinstallPolicy.keep, .clear, .ask] {
            #expect(throws: AuthError.self) { try store(policy).load() }
        }
        #expect(!isMarked.withLock { $0 })
    }

    @Test func `the installation mark is a file that can be set twice`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let marker = InstallMarker.file(folder.appendingPathComponent("a/installed"))
        #expect(!marker.isSet)
        marker.set()
        marker.set()
        #expect(marker.isSet)
    }
}
