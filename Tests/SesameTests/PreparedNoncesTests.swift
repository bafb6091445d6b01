import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of the nonces that are prepared for a button whose request must start at once.
@MainActor @Suite struct PreparedNoncesTests {
    let clock = ManualClock()
    let service: MockAuthService
    let manager: AuthManager
    let nonces: PreparedNonces

    init() {
        service = MockAuthService(clock: clock.clock)
        manager = AuthManager(service: service, store: MemorySessionStore(), clock: clock.clock)
        nonces = PreparedNonces(manager) { 0 }
    }

    /// Runs the nonces' task during the body.
    private func running(_ body: @MainActor () async throws -> Void) async throws {
        let run = Task { await nonces.run() }
        defer { run.cancel() }
        try await body()
    }

    private func taken() async throws -> String {
        #expect(await eventually { nonces.isReady })
        return try #require(nonces.take()).value.exposed
    }

    @Test func `a nonce is ready, and another one after each use`() async throws {
        #expect(nonces.take() == nil && !nonces.isReady)
        try await running {
            let first = try await taken()
            #expect(!nonces.isReady)
            let second = try await taken()
            #expect([first, second] == ["n-1", "n-2"])
            #expect(await eventually { nonces.isReady })
        }
        #expect(await eventually { !nonces.isReady })
        #expect(nonces.take() == nil)
    }

    @Test func `an unused nonce is replaced before it expires`() async throws {
        try await running {
            #expect(await eventually { nonces.isReady && clock.sleeperCount == 1 })
            clock.advance(by: PreparedNonces.life)
            #expect(await eventually { service.count(of: .nonce) == 2 && clock.sleeperCount == 1 })
            service.fail(.nonce, with: .isOffline)
            clock.advance(by: PreparedNonces.life)
            #expect(await eventually { service.count(of: .nonce) == 3 && clock.sleeperCount == 1 })
            #expect(!nonces.isReady)
            service.fail(.nonce, with: nil)
            clock.advance(by: .seconds(1))
            let nonce = try await taken()
            #expect(nonce == "n-3")
        }
    }

    @Test func `a failed nonce request is repeated after increasing delays`() async throws {
        service.fail(.nonce, with: .isOffline)
        try await running {
            for (tries, wait) in [(1, 1), (2, 2), (3, 4)] {
                #expect(await eventually { service.count(of: .nonce) == tries && clock.sleeperCount == 1 })
                #expect(!nonces.isReady)
                if tries == 3 { service.fail(.nonce, with: nil) }
                clock.advance(by: .seconds(wait))
            }
            #expect(await eventually { nonces.isReady })
        }
    }

    @Test func `a button that replaces another one stays enabled when that one ends`() async throws {
        let first = Task { await nonces.run() }
        #expect(await eventually { nonces.isReady })
        try await running {
            await Task.yield()
            first.cancel()
            await first.value
            _ = try await taken()
            #expect(await eventually { nonces.isReady })
        }
    }

    @Test func `an expired nonce is not returned after the device has slept`() async throws {
        try await running {
            #expect(await eventually { nonces.isReady && clock.sleeperCount == 1 })
            service.hold(.nonce)
            clock.advance(by: .seconds(3_600))
            #expect(await eventually { service.count(of: .nonce) == 2 })
            #expect(!nonces.isReady && nonces.take() == nil)
            service.release(.nonce)
            #expect(await eventually { nonces.isReady })
        }
    }

    @Test func `a nonce that arrives late is not used for a guest who has signed in meanwhile`() async throws {
        service.hold(.nonce)
        try await running {
            #expect(await eventually { service.count(of: .nonce) == 1 })
            try await manager.signInAnonymously()
            #expect(await eventually { service.count(of: .linkNonce) == 1 && nonces.isReady })
            service.release(.nonce)
            let session = try #require(manager.sessionID)
            let nonce = try await taken()
            #expect(nonce.contains(session))
        }
    }

    @Test func `a guest's nonce is bound to the session and is replaced with it`() async throws {
        try await running {
            #expect(await eventually { nonces.isReady })
            let guest = try await manager.signInAnonymously()
            #expect(guest.isAnonymous)
            let session = try #require(manager.sessionID)
            #expect(await eventually { service.count(of: .linkNonce) == 1 && nonces.isReady })
            let nonce = try await taken()
            #expect(nonce.contains(session))
            try await manager.signIn(with: .google(idToken: Secret("google-1"), nonce: Nonce(Secret(nonce))))
            #expect(manager.auth?.uid == guest.uid && manager.auth?.isAnonymous == false)
            #expect(await eventually { nonces.isReady })
            let next = try await taken()
            #expect(!next.contains(session))
        }
    }
}
