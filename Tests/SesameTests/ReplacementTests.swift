import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of replacing one session with another, also when the app is killed or the store fails meanwhile.
@Suite struct ReplacementTests {
    let clock = ManualClock()
    let service: MockAuthService
    let store = MockSessionStore(.sample(100))
    let noted = [Revocation(.sample(100), isTentative: true), Revocation(.sample(200), isTentative: true)]

    init() {
        service = MockAuthService(clock: clock.clock, users: [.second])
    }

    func makeManager() -> AuthManager {
        AuthManager(service: service, store: store, clock: clock.clock)
    }

    @Test func `a crash before the new session is stored retains the old one and revokes the new one`() async throws {
        try store.saveRevocations(noted)
        #expect(await makeManager().restore() == .signedIn(.first))
        #expect(await eventually { service.revoked == ["r-200"] })
        #expect(await eventually { (try? store.loadRevocations().isEmpty) == true })
        #expect(try store.load()?.id == "s-100")
    }

    @Test func `a crash after the new session is stored retains it and revokes the old one`() async throws {
        try store.saveRevocations(noted)
        try store.save(.sample(200, user: .second))
        #expect(await makeManager().restore() == .signedIn(.second))
        #expect(await eventually { service.revoked == ["r-100"] })
        #expect(await eventually { (try? store.loadRevocations().isEmpty) == true })
    }

    @Test func `a failed sign-in queues its own session for revocation, a successful one the old session`() async throws
    {
        store.fail(.write(.session), with: .isFull)
        service.isOffline = true
        let manager = makeManager()
        await manager.restore()
        service.isOffline = false
        service.fail(.revoke, with: .isOffline)
        await expectError(.storageUnavailable) { _ = try await manager.signIn(with: .anonymous) }
        #expect(try store.loadRevocations().contains(Revocation(.sample(1))))
        #expect(try store.load()?.id == "s-100")
        store.fail(.write(.session), with: nil)
        try await manager.signIn(with: .anonymous)
        let queue = try store.loadRevocations()
        #expect(queue.map(\.sessionID) == ["s-1", "s-100"])
        #expect(queue.allSatisfy { !$0.isTentative })
    }

    @Test func `a sign-in succeeds and revokes the old session although the revocation list cannot be written`()
        async throws
    {
        store.fail(.write(.revocations), .remove(.revocations), with: .isFull)
        let manager = makeManager()
        try await manager.signIn(with: .anonymous)
        #expect(manager.auth == .second)
        #expect(await eventually { service.revoked == ["r-100"] })
    }

    @Test func `a restore does not revoke a session that another process is about to store`() async throws {
        let (isNoted, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let other = Thread { [store, noted] in
            try? store.withExclusiveAccess { () throws(AuthError) in
                try store.saveRevocations(noted)
                isNoted.signal()
                goOn.wait()
                try store.save(.sample(200, user: .second))
            }
        }
        other.start()
        let restored = Task {
            Self.wait(for: isNoted)
            return await makeManager().restore()
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { goOn.signal() }
        _ = await restored.value
        #expect(await eventually { service.revoked == ["r-100"] })
        #expect(try store.load()?.id == "s-200")
        #expect(service.revoked == ["r-100"])
    }

    private static func wait(for semaphore: DispatchSemaphore) {
        semaphore.wait()
    }
}
