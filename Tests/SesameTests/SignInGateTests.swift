import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@Suite struct SignInGateTests {
    let clock = ManualClock()

    struct Source: CredentialSource {
        let shown: Locked<Int>
        var wait: Promise<Bool>?
        var failure: AuthError?

        func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            shown.withLock { $0 += 1 }
            let nonce = try await request.nonce()
            _ = await wait?.value
            if let failure { throw failure }
            return .google(idToken: Secret("token"), nonce: nonce)
        }
    }

    func makeManager() -> AuthManager {
        AuthManager(
            service: MockAuthService(clock: clock.clock, users: [.first]), store: MemorySessionStore(),
            clock: clock.clock)
    }

    @Test func `a double tap starts one attempt`() async throws {
        let (manager, shown, wait) = (makeManager(), Locked(0), Promise<Bool>())
        let first = Task { try await manager.signIn(using: Source(shown: shown, wait: wait)) }
        #expect(await eventually { shown.withLock { $0 } == 1 })
        await expectError(.throttled) { _ = try await manager.signIn(using: Source(shown: shown)) }
        wait.fulfill(true)
        #expect(try await first.value.user == .first)
        #expect(shown.withLock { $0 } == 1)
    }

    @Test func `the next attempt is allowed two seconds after the last credential, not before`() async throws {
        let (manager, shown) = (makeManager(), Locked(0))
        try await manager.signIn(using: Source(shown: shown))
        clock.advance(by: .milliseconds(1_999))
        await expectError(.throttled) { _ = try await manager.signIn(using: Source(shown: shown)) }
        clock.advance(by: .milliseconds(1))
        try await manager.signIn(using: Source(shown: shown))
        #expect(shown.withLock { $0 } == 2)
    }

    @Test func `after a sign-out or an account deletion the next attempt is allowed at once`() async throws {
        let service = MockAuthService(clock: clock.clock, users: [.first])
        let (manager, shown) = (
            AuthManager(service: service, store: MemorySessionStore(), clock: clock.clock), Locked(0)
        )
        try await manager.signIn(using: Source(shown: shown))
        await manager.signOut()
        try await manager.signIn(using: Source(shown: shown))
        try await manager.deleteAccount()
        try await manager.signIn(using: Source(shown: shown))
        #expect(shown.withLock { $0 } == 3)
    }

    @Test(arguments: [AuthError(.cancelled, ""), .isOffline])
    func `a cancelled or failed attempt may be repeated at once`(failure: AuthError) async throws {
        let (manager, shown) = (makeManager(), Locked(0))
        await expectError(failure.code) {
            _ = try await manager.signIn(using: Source(shown: shown, failure: failure))
        }
        try await manager.signIn(using: Source(shown: shown))
    }

    @Test func `a clock that is set back does not block attempts`() {
        var gate = SignInGate()
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let first = gate.enter(at: now)
        gate.finished(at: now)
        let second = gate.enter(at: now - 3_600)
        #expect(first && second)
    }
}
