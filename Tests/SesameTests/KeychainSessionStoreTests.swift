import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame
@testable import SesameApple

@Suite struct KeychainSessionStoreTests {
    let keychain = FakeKeychain()
    var store: KeychainSessionStore { KeychainSessionStore(items: keychain, marker: .always) }

    @Test(arguments: SessionStoreConformance.cases)
    func `a Keychain store conforms to SessionStore`(_ fact: SessionStoreConformance.Case) async throws {
        let locks = StoreLocks.inProcess()
        try await fact.run(
            .init { [keychain] in KeychainSessionStore(items: keychain, marker: .always, locks: locks) })
    }

    @Test func `a stored session is loaded, replaced and deleted`() throws {
        #expect(try store.load() == nil)
        try store.save(.sample(1))
        try store.save(.sample(2))
        #expect(try store.load() == .sample(2))
        try store.delete()
        #expect(try store.load() == nil)
        try store.delete()
    }

    @Test func `revocations are stored apart from the session`() throws {
        let queue = [Revocation(.sample(1)), Revocation(.sample(2))]
        try store.saveRevocations(queue)
        #expect(try store.loadRevocations() == queue)
        #expect(try store.load() == nil)
        try store.saveRevocations([])
        #expect(try store.loadRevocations() == [])
    }

    @Test(arguments: [FakeKeychain.Condition.locked, .lying, .broken(.dataNotAvailable)])
    func `a locked device throws storageLocked and loses no session`(_ condition: FakeKeychain.Condition) async throws {
        try store.save(.sample(1))
        try store.delete()
        try store.save(.sample(1))
        keychain.condition = condition
        await expectError(.storageLocked) { _ = try store.load() }
        await expectError(.storageLocked) { _ = try store.loadRevocations() }
        await expectError(.storageLocked) { try store.save(.sample(2)) }
        await expectError(.storageLocked) { try store.delete() }
        keychain.condition = .unlocked
        #expect(try store.load() == .sample(1))
    }

    @Test func `a missing session is confirmed by the presence of a probe item`() throws {
        #expect(try store.load() == nil)
        #expect(keychain.contents.withLock { Array($0.items.keys) } == ["probe"])
        #expect(try store.load() == nil)
    }

    @Test func `a device that is unlocked during a read still returns its session`() throws {
        try store.save(.sample(1))
        keychain.contents.withLock {
            $0.items["probe"] = [1]
            $0.condition = .lying
            $0.before = { call, contents in if call == "read probe" { contents.condition = .unlocked } }
        }
        #expect(try store.load() == .sample(1))
    }

    @Test func `a device that is unlocked during a deletion still deletes the session`() throws {
        try store.save(.sample(1))
        keychain.contents.withLock {
            $0.items["probe"] = [1]
            $0.condition = .lying
            $0.before = { call, contents in if call == "read probe" { contents.condition = .unlocked } }
        }
        try store.delete()
        #expect(keychain.contents.withLock { $0.items["session"] } == nil)
    }

    @Test(arguments: [-25_291, -25_293, -34_018, -50])
    func `any other Keychain error throws storageUnavailable`(_ status: Int32) async {
        keychain.condition = .broken(KeychainStatus(rawValue: status))
        await expectError(.storageUnavailable) { _ = try store.load() }
        await expectError(.storageUnavailable) { try store.save(.sample(1)) }
        await expectError(.storageUnavailable) { try store.delete() }
    }

    @Test func `an invalid session throws storageUnavailable and can be overwritten`() async throws {
        keychain.contents.withLock { $0.items["session"] = Array("{}".utf8) }
        await expectError(.storageUnavailable) { _ = try store.load() }
        try store.save(.sample(1))
        #expect(try store.load() == .sample(1))
    }

    @Test func `a locked device does not sign out, and restores its session once it is unlocked`() async throws {
        try store.save(.sample(1))
        keychain.condition = .lying
        let manager = AuthManager(service: MockAuthService(users: [.first]), store: store)
        #expect(await manager.restore() == .locked)
        keychain.condition = .unlocked
        #expect(await manager.restore() == .signedIn(.first))
    }

    @Test func `the lease has one holder at a time`() throws {
        let store = store
        let lease = try #require(try store.tryLease())
        #expect(try store.tryLease() == nil)
        lease.release()
        #expect(try store.tryLease() != nil)
    }

    @Test func `a file lease has one holder among all stores`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let locks = (1...2).map { _ in
            StoreLocks.files(in: folder.appendingPathComponent("a"), name: "session")
        }
        let lease = try #require(try locks[0].tryLease())
        #expect(try locks[1].tryLease() == nil)
        try locks[1].withExclusiveAccess { () throws(AuthError) in #expect(try locks[0].tryLease() == nil) }
        lease.release()
        #expect(try locks[1].tryLease() != nil)
    }

    @Test func `a lease wrapper receives the original lease and shares it`() throws {
        let locks = StoreLocks.inProcess()
        let count = Locked(0)
        let counting = locks.withLease { (take) throws(AuthError) in
            count.withLock { $0 += 1 }
            return try take()
        }
        let lease = try #require(try counting.tryLease())
        #expect(try locks.tryLease() == nil)
        #expect(try counting.tryLease() == nil)
        lease.release()
        #expect(count.withLock { $0 } == 2)
    }

    @Test func `exclusive access admits one caller at a time`() async throws {
        let store = store
        let (inside, most) = (Locked(0), Locked(0))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try? store.withExclusiveAccess { () throws(AuthError) in
                        let count = inside.withLock { inside in
                            inside += 1
                            return inside
                        }
                        most.withLock { $0 = max($0, count) }
                        inside.withLock { $0 -= 1 }
                    }
                }
            }
        }
        #expect(most.withLock { $0 } == 1)
    }

    @Test func `names are stored apart from the session`() throws {
        let names = [FirstSignInName(appleUser: "001", name: PersonName(givenName: "Test", familyName: "User 1"))]
        try store.saveNames(names)
        try store.delete()
        #expect(try store.loadNames() == names)
        try store.saveNames([])
        #expect(try store.loadNames() == [])
    }
}
