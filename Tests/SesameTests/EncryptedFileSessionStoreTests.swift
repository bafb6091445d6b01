import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@Suite final class EncryptedFileSessionStoreTests {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: root)
    }

    var folder: URL { root.appendingPathComponent("state/sesame") }
    var keyFile: URL { root.appendingPathComponent("config/sesame/session.key") }

    func makeStore(_ name: String = "server app") -> EncryptedFileSessionStore {
        EncryptedFileSessionStore(name: name, folder: folder, keyFile: keyFile)
    }

    func files() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }

    func file(_ kind: String) throws -> URL {
        try #require(try files().first { $0.pathExtension == kind })
    }

    func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    @Test func `a stored session survives a restart with every member`() throws {
        var session = Session.sample(1)
        session.user = UserAuthInfo(
            uid: "uid", email: "one@example.com", isAnonymous: false, creationDate: Date(timeIntervalSince1970: 1),
            lastSignInDate: Date(timeIntervalSince1970: 2), displayName: "Tëst User 1",
            photoURL: URL(string: "https://example.com/a.png"), providers: ["apple", "google"], role: "ACTEUR")
        try makeStore().save(session)
        #expect(try makeStore().load() == session)
        try makeStore().save(.sample(2))
        #expect(try makeStore().load() == .sample(2))
        try makeStore().delete()
        #expect(try makeStore().load() == nil)
        try makeStore().delete()
    }

    @Test func `reading an empty store returns nothing and creates no file`() throws {
        #expect(try makeStore().load() == nil)
        #expect(try makeStore().loadRevocations() == [])
        #expect(!FileManager.default.fileExists(atPath: root.path))
    }

    @Test func `revocations are stored apart from the session, and removing the last one deletes the file`() throws {
        let queue = [Revocation(.sample(1)), Revocation(.sample(2))]
        try makeStore().saveRevocations(queue)
        #expect(try makeStore().loadRevocations() == queue)
        #expect(try makeStore().load() == nil)
        try makeStore().saveRevocations([])
        #expect(try makeStore().loadRevocations() == [])
        #expect(try files().isEmpty)
    }

    @Test func `names are stored apart, and removing the last one deletes the file`() throws {
        let names = [
            FirstSignInName(appleUser: "u-1", name: PersonName(givenName: "Test", familyName: "User 1")),
            FirstSignInName(appleUser: "u-2", name: PersonName(givenName: "Tëst")),
        ]
        try makeStore().saveNames(names)
        #expect(try makeStore().loadNames() == names)
        #expect(try makeStore().load() == nil)
        #expect(try makeStore().loadRevocations() == [])
        try makeStore().saveNames([])
        #expect(try makeStore().loadNames() == [])
        #expect(try files().isEmpty)
    }

    @Test func `queues sealed with a lost key do not block a later session`() async throws {
        try makeStore().saveRevocations([Revocation(.sample(1))])
        try makeStore().saveNames([FirstSignInName(appleUser: "u", name: PersonName(givenName: "Test"))])
        try FileManager.default.removeItem(at: keyFile)
        #expect(throws: AuthError.self) { try makeStore().loadRevocations() }
        let clock = ManualClock()
        let service = MockAuthService(clock: clock.clock, users: [.first])
        try await AuthManager(service: service, store: makeStore(), clock: clock.clock).signIn(with: .anonymous)
        #expect(try makeStore().loadNames() == [])
        let restarted = AuthManager(service: service, store: makeStore(), clock: clock.clock)
        #expect(await restarted.restore() == .signedIn(.first))
        await restarted.signOut()
        #expect(service.revoked == ["r-1"])
    }

    @Test func `concurrent changes to a queue lose nothing`() throws {
        let writers = (0..<4).map { number in
            Thread { [folder, keyFile] in
                let store = EncryptedFileSessionStore(name: "n", folder: folder, keyFile: keyFile)
                for count in 0..<8 {
                    try? store.withExclusiveAccess { () throws(AuthError) in
                        try store.saveRevocations(
                            store.loadRevocations() + [Revocation(.sample(number * 100 + count))])
                    }
                }
            }
        }
        try makeStore("n").saveRevocations([])
        for writer in writers { writer.start() }
        while writers.contains(where: { !$0.isFinished }) { usleep(1_000) }
        #expect(Set(try makeStore("n").loadRevocations().map(\.sessionID)).count == 32)
    }

    @Test func `a change does not wait for the lease of a running refresh`() throws {
        let lease = try makeStore().tryLease()
        #expect(lease != nil)
        try makeStore().withExclusiveAccess { () throws(AuthError) in
            try makeStore().saveRevocations([Revocation(.sample(1))])
        }
        #expect(try makeStore().loadRevocations().count == 1)
        lease?.release()
    }

    @Test func `only their owner can read the files, and no temporary file is left`() throws {
        try makeStore().save(.sample(1))
        try makeStore().saveRevocations([Revocation(.sample(1))])
        try makeStore().saveNames([FirstSignInName(appleUser: "u", name: PersonName(givenName: "Test"))])
        try makeStore().withExclusiveAccess { () throws(AuthError) in }
        let lease = try makeStore().tryLease()
        #expect(try files().count == 5)
        for file in try files() + [keyFile] { #expect(try mode(file) == 0o600) }
        for folder in [folder, keyFile.deletingLastPathComponent()] { #expect(try mode(folder) == 0o700) }
        lease?.release()
    }

    @Test func `no file contains a secret, a uid or a name in clear text`() throws {
        // These values are long enough never to appear in encrypted bytes by chance.
        var session = Session.sample(1)
        session.accessToken = Secret("access-token-1")
        session.refreshToken = Secret("refresh-token-1")
        session.user.uid = "uid-of-test-user-1"
        try makeStore().save(session)
        try makeStore().saveRevocations([Revocation(session)])
        try makeStore().saveNames([
            FirstSignInName(appleUser: "uid-at-apple-1", name: PersonName(givenName: "Test User"))
        ])
        for file in try files() + [keyFile] {
            let bytes = try Data(contentsOf: file)
            for secret in [
                "access-token-1", "refresh-token-1", "uid-of-test-user-1", "uid-at-apple-1", "test.user.1@example.com",
                "Test User", "accessToken",
            ] {
                #expect(bytes.range(of: Data(secret.utf8)) == nil)
            }
            #expect(!file.lastPathComponent.contains("server"))
        }
    }

    @Test func `a damaged or truncated file is an error, not a missing session`() throws {
        try makeStore().save(.sample(1))
        let file = try file("session")
        let sealed = try Data(contentsOf: file)
        for index in stride(from: 0, to: sealed.count, by: 7) {
            var damaged = sealed
            damaged[index] ^= 1
            try damaged.write(to: file)
            #expect(throws: AuthError.self) { try makeStore().load() }
        }
        for count in [0, 1, 27, 28, sealed.count - 1] {
            try sealed.prefix(count).write(to: file)
            #expect(throws: AuthError.self) { try makeStore().load() }
        }
        try sealed.write(to: file)
        #expect(try makeStore().load() == .sample(1))
    }

    @Test func `a wrong or missing key, or one that others can read, is an error, not a missing session`() throws {
        try makeStore().save(.sample(1))
        let key = try Data(contentsOf: keyFile)
        try Data(repeating: 7, count: 32).write(to: keyFile)
        #expect(throws: AuthError.self) { try makeStore().load() }
        try key.prefix(31).write(to: keyFile)
        #expect(throws: AuthError.self) { try makeStore().load() }
        try FileManager.default.removeItem(at: keyFile)
        #expect(throws: AuthError.self) { try makeStore().load() }
        try key.write(to: keyFile)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: keyFile.path)
        #expect(throws: AuthError.self) { try makeStore().load() }
        #expect(throws: AuthError.self) { try makeStore().save(.sample(2)) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keyFile.path)
        #expect(try makeStore().load() == .sample(1))
    }

    @Test func `a file copied into another store's place is rejected`() throws {
        try makeStore("one").save(.sample(1))
        let one = try file("session")
        try makeStore("two").save(.sample(2))
        let two = try #require(try files().first { $0.pathExtension == "session" && $0.path != one.path })
        try Data(contentsOf: one).write(to: two)
        #expect(throws: AuthError.self) { try makeStore("two").load() }
        #expect(try makeStore("one").load() == .sample(1))
    }

    @Test func `a folder that cannot be used is an error`() throws {
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try Data().write(to: root.appendingPathComponent("state"))
        #expect(throws: AuthError.self) { try makeStore().load() }
        #expect(throws: AuthError.self) { try makeStore().save(.sample(1)) }
        #expect(throws: AuthError.self) { try makeStore().tryLease() }
    }

    @Test func `the lease has one holder, and ends when that one releases or loses it`() throws {
        let first = try makeStore().tryLease()
        #expect(first != nil)
        #expect(try makeStore().tryLease() == nil)
        first?.release()
        do {
            let second = try makeStore().tryLease()
            #expect(second != nil)
            #expect(try makeStore().tryLease() == nil)
            first?.release()
            #expect(try makeStore().tryLease() == nil)
            withExtendedLifetime(second) {}
        }
        #expect(try makeStore().tryLease() != nil)
    }

    @Test func `unlocking ends a lock even while a duplicate of its descriptor is open`() throws {
        try makeStore().save(.sample(1))
        let path = folder.appendingPathComponent("lock").path
        let lock = try #require(try DiskFile.tryLock(path))
        let childs = dup(lock)
        try #require(childs >= 0)
        defer { close(childs) }
        #expect(try DiskFile.tryLock(path) == nil)
        DiskFile.unlock(lock)
        DiskFile.unlock(try #require(try DiskFile.tryLock(path)))
    }

    @Test func `another process's lease is respected, and ends when the process is killed`() throws {
        try makeStore().tryLease()?.release()
        let lock = try file("lock")
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // The process takes the lock itself, so that no child process inherits it.
        holder.arguments = [
            "perl", "-e", "open F, '<', shift; flock F, 6 or die; syswrite STDOUT, 'held'; sleep 60", lock.path,
        ]
        let output = Pipe()
        holder.standardOutput = output
        try holder.run()
        #expect(output.fileHandleForReading.readData(ofLength: 4) == Data("held".utf8))
        #expect(try makeStore().tryLease() == nil)
        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
        #expect(try makeStore().tryLease() != nil)
    }

    @Test func `the folders follow HOME and the XDG variables`() throws {
        let home = root.appendingPathComponent("home").path
        try StorageLocation.files(name: "n", environment: ["HOME": home, "XDG_CONFIG_HOME": "relative"])
            .sessions.save(.sample(1))
        #expect(FileManager.default.fileExists(atPath: "\(home)/.config/sesame/key.session"))
        #expect(FileManager.default.fileExists(atPath: "\(home)/.local/state/sesame"))
        let set = ["HOME": home, "XDG_STATE_HOME": "\(home)/s", "XDG_CONFIG_HOME": "\(home)/c"]
        try StorageLocation.files(name: "n", environment: set).sessions.save(.sample(1))
        #expect(FileManager.default.fileExists(atPath: "\(home)/c/sesame/key.session"))
        #expect(FileManager.default.fileExists(atPath: "\(home)/s/sesame"))
    }

    @Test func `two managers with one store send one refresh`() async throws {
        let clock = ManualClock()
        try makeStore().save(.sample(100, at: clock.now))
        let service = MockAuthService(clock: clock.clock)
        let managers = (0..<2).map { _ in AuthManager(service: service, store: makeStore(), clock: clock.clock) }
        for manager in managers { await manager.restore() }
        clock.advance(by: .seconds(1_000))
        service.hold(.refresh)
        let answered = Locked(0)
        let callers = managers.map { manager in
            Task {
                defer { answered.withLock { $0 += 1 } }
                return try await manager.accessToken()
            }
        }
        #expect(await eventually { service.count(of: .refresh) == 1 && clock.sleeperCount == 1 })
        service.release(.refresh)
        // The second manager sleeps while the first holds the lease. Its attempts are limited, so the clock advances
        // only after the release.
        #expect(
            await eventually {
                if let lease = try? makeStore().tryLease() {
                    lease.release()
                    clock.advance(by: .milliseconds(100))
                }
                return answered.withLock { $0 } == 2
            })
        for caller in callers { #expect(try await caller.value == Secret("a-1")) }
        #expect(service.count(of: .refresh) == 1)
    }
}
