import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of the store after an app was killed while it replaced one session with another.
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

    @Test func `before the new session was stored, the old one stays and the new one ends`() async throws {
        try store.saveRevocations(noted)
        #expect(await makeManager().restore() == .signedIn(.first))
        #expect(await eventually { service.revoked == ["r-200"] })
        #expect(await eventually { (try? store.loadRevocations().isEmpty) == true })
        #expect(try store.load()?.id == "s-100")
    }

    @Test func `after the new session was stored, it stays and the old one ends`() async throws {
        try store.saveRevocations(noted)
        try store.save(.sample(200, user: .second))
        #expect(await makeManager().restore() == .signedIn(.second))
        #expect(await eventually { service.revoked == ["r-100"] })
        #expect(await eventually { (try? store.loadRevocations().isEmpty) == true })
    }

    @Test func `what is noted is on the disk before the session is, and settled when the sign-in ends`() async throws {
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

    @Test func `with a list that cannot be written a sign-in succeeds, and the old session ends`() async throws {
        store.fail(.write(.revocations), .remove(.revocations), with: .isFull)
        let manager = makeManager()
        try await manager.signIn(with: .anonymous)
        #expect(manager.auth == .second)
        #expect(await eventually { service.revoked == ["r-100"] })
    }

    @Test func `nobody ends a session that another process is about to store`() async throws {
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
