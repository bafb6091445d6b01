import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame
@testable import SesameApple

@Suite final class StorageLocationTests {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: root)
    }

    var folder: URL { root.appendingPathComponent("state") }
    var keyFile: URL { root.appendingPathComponent("config/key") }

    private func location(_ name: String = "app") -> StorageLocation {
        .folder(folder, keyFile: keyFile, name: name)
    }

    private let purposes: [StorageLocation.Purpose] = [
        .outbox, .profile, .cache("outbox"), .cache("profile"), .cache("a"), .cache("b"), .cache(""),
    ]

    @Test(arguments: [true, false])
    func `each purpose has its own storage, which is found again at the same location`(_ isOnDisk: Bool) throws {
        let memory = StorageLocation.memory
        for (number, purpose) in purposes.enumerated() {
            try (isOnDisk ? location() : memory).storage(purpose).write([UInt8(number)], for: "uid-1")
        }
        for (number, purpose) in purposes.enumerated() {
            let location = isOnDisk ? location() : memory
            #expect(try location.storage(purpose).read(for: "uid-1") == .data([UInt8(number)]))
        }
    }

    @Test func `different names never share storage, however name and purpose are split`() throws {
        try location("a").storage(.cache("b outbox")).write([1], for: "uid-1")
        #expect(try location("a cache b").storage(.outbox).read(for: "uid-1") == .empty)
        #expect(try location("b").storage(.cache("b outbox")).read(for: "uid-1") == .empty)
        #expect(try location("a").storage(.cache("b outbox")).read(for: "uid-1") == .data([1]))
        try location("a").storage(.cache("x\u{0}outbox")).write([2], for: "uid-1")
        #expect(try location("a\u{0}cache x").storage(.outbox).read(for: "uid-1") == .empty)
    }

    @Test(arguments: [true, false])
    func `device data of each purpose and the session are stored separately`(_ isOnDisk: Bool) throws {
        let memory = StorageLocation.memory
        func place() -> StorageLocation { isOnDisk ? location() : memory }
        try place().device(.push).write([1])
        try place().device(.knownDevice).write([2])
        try place().sessions.save(.sample(1))
        #expect(try place().device(.push).read() == [1])
        #expect(try place().device(.knownDevice).read() == [2])
        #expect(try place().sessions.load()?.id == "s-1")
        #expect(try location("another").sessions.load() == nil)
    }

    @Test func `a custom session store leaves other data at its location`() throws {
        let store = MockSessionStore(.sample(1))
        let place = location().keepingSession(in: store)
        try place.device(.push).write([1])
        #expect(try location().device(.push).read() == [1])
        #expect(try place.sessions.load()?.id == "s-1" && location().sessions.load() == nil)
    }

    @Test func `two locks with the same name share one lease`() throws {
        let lease = try StoreLocks.inProcess(named: root.path).tryLease()
        #expect(try lease != nil && StoreLocks.inProcess(named: root.path).tryLease() == nil)
        #expect(try StoreLocks.inProcess(named: folder.path).tryLease() != nil)
        lease?.release()
        #expect(try StoreLocks.inProcess(named: root.path).tryLease() != nil)
    }

    @Test func `other writes make no new key while the session's key is missing`() throws {
        try location().sessions.save(.sample(1))
        let keys = root.appendingPathComponent("config")
        let put = root.appendingPathComponent("elsewhere")
        try FileManager.default.moveItem(at: keys, to: put)
        try location().device(.push).write([1])
        try location().storage(.outbox).write([1], for: "uid-1")
        #expect(throws: AuthError.self) { try self.location().sessions.load() }
        try FileManager.default.removeItem(at: keys)
        try FileManager.default.moveItem(at: put, to: keys)
        #expect(try location().sessions.load()?.id == "s-1")
    }

    @Test func `each memory location is separate`() throws {
        try StorageLocation.memory.storage(.profile).write([1], for: "uid-1")
        #expect(try StorageLocation.memory.storage(.profile).read(for: "uid-1") == .empty)
    }

    @Test func `a profile store uses two files and finds its changes after a restart`()
        async throws
    {
        let clock = ManualClock()
        let manager = AuthManager(
            service: MockAuthService(clock: clock.clock, users: [.first]), store: MemorySessionStore(),
            clock: clock.clock)
        try await manager.signIn(with: .anonymous)
        let service = MockProfileService(.mock(of: UserAuthInfo.first.uid))
        let store = ProfileStore(service: service, auth: manager, storage: location(), clock: clock.clock)
        _ = await store.load(for: .first)
        service.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[.string("city")] = "Lyon"
        try await store.save(draft)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.count == 2)

        service.fail(.load, with: .isOffline)
        let restarted = ProfileStore(service: service, auth: manager, storage: location(), clock: clock.clock)
        #expect(try await restarted.draft()[.string("city")] == "Lyon")
    }

    @Test func `a cache reads its value by its name`() throws {
        let cache = UserCache<String>(at: location(), name: "greeting")
        try cache.save("hello", for: "uid-1")
        #expect(UserCache<String>(at: location(), name: "greeting").read(for: "uid-1").value == "hello")
        #expect(UserCache<String>(at: location(), name: "another").read(for: "uid-1").value == nil)
    }

    // MARK: A key in the Keychain

    private func location(_ keychain: FakeKeychain) -> StorageLocation {
        .sealed(in: folder, name: "app", key: KeychainKey(items: keychain), sessions: MemorySessionStore()) { _ in
            MemoryDeviceStorage()
        }
    }

    @Test func `a Keychain key is not in the folder, and another Keychain cannot read the data`() throws {
        let keychain = FakeKeychain()
        try location(keychain).storage(.profile).write([1], for: "uid-1")
        #expect(try location(keychain).storage(.profile).read(for: "uid-1") == .data([1]))
        let key = try #require(keychain.contents.withLock { $0.items["key"] })
        #expect(key.count == 32)
        let files = try FileManager.default.subpathsOfDirectory(atPath: root.path)
        for file in files {
            let bytes = FileManager.default.contents(atPath: root.appendingPathComponent(file).path)
            #expect(bytes?.range(of: Data(key)) == nil)
        }
        #expect(try location(FakeKeychain()).storage(.profile).read(for: "uid-1") == .unreadable)
    }

    @Test(arguments: [FakeKeychain.Condition.locked, .lying])
    func `a locked device throws storageLocked and loses no data`(_ condition: FakeKeychain.Condition) async throws {
        let keychain = FakeKeychain()
        try location(keychain).storage(.profile).write([1], for: "uid-1")
        keychain.condition = condition
        await expectError(.storageLocked) { _ = try location(keychain).storage(.profile).read(for: "uid-1") }
        await expectError(.storageLocked) { try location(keychain).storage(.profile).write([2], for: "uid-1") }
        keychain.condition = .unlocked
        #expect(try location(keychain).storage(.profile).read(for: "uid-1") == .data([1]))
    }

    @Test func `a key that another process has made meanwhile is not replaced`() throws {
        let keychain = FakeKeychain()
        let others = [UInt8](repeating: 7, count: 32)
        keychain.contents.withLock { contents in
            contents.before = { call, contents in if call == "add key" { contents.items["key"] = others } }
        }
        try location(keychain).storage(.profile).write([1], for: "uid-1")
        #expect(keychain.contents.withLock { $0.items["key"] } == others)
        #expect(try location(keychain).storage(.profile).read(for: "uid-1") == .data([1]))
    }

    @Test func `an invalid key throws and is not replaced`() async throws {
        try location(FakeKeychain()).storage(.profile).write([1], for: "uid-1")
        let keychain = FakeKeychain(["key": [1, 2, 3]])
        await expectError(.storageUnavailable) { try location(keychain).storage(.profile).write([1], for: "uid-1") }
        await expectError(.storageUnavailable) { _ = try location(keychain).storage(.profile).read(for: "uid-1") }
        #expect(keychain.contents.withLock { $0.items["key"] } == [1, 2, 3])
    }
}
