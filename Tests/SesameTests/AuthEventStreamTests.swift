import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of ``AuthManager/events``, the stream of authentication events.
@Suite struct AuthEventStreamTests {
    private let clock = ManualClock()
    private let service: MockAuthService

    init() {
        service = MockAuthService(clock: clock.clock)
    }

    /// Returns the kinds of the next `count` events.
    private func take(_ count: Int, of events: AsyncStream<AuthEvent>) async -> [AuthEvent.Kind] {
        var kinds: [AuthEvent.Kind] = []
        for await event in events.prefix(count) { kinds.append(event.kind) }
        return kinds
    }

    @Test func `a listener receives the events from then on, with or without a log`() async throws {
        let log = RecordingLog()
        for log in [log, nil] {
            let manager = AuthManager(service: service, store: MockSessionStore(), log: log, clock: clock.clock)
            let early = manager.events
            try await manager.signIn(with: .google(idToken: Secret("person 1"), nonce: Nonce(Secret("n"))))
            let late = manager.events
            await manager.signOut()
            let signIn: [AuthEvent.Kind] =
                log == nil ? [.signInBegan, .signInSucceeded] : [.signInBegan, .signInSucceeded, .accountCreated]
            #expect(await take(signIn.count + 1, of: early) == signIn + [.signedOut])
            #expect(await take(1, of: late) == [.signedOut])
        }
        #expect(log.events.map(\.kind).prefix(3) == [.signInBegan, .signInSucceeded, .accountCreated])
    }

    @Test func `an upgrade, a second factor and a deletion are reported as events`() async throws {
        let manager = AuthManager(service: service, store: MockSessionStore(), clock: clock.clock)
        try await manager.signInAnonymously()
        let events = manager.events
        try await manager.upgrade(with: .apple(user: "u"))
        let setup = try await manager.startSecondFactorEnrollment(.authenticator())
        var app = try #require(setup.secret.flatMap { Authenticator(key: $0) })
        try await manager.finishSecondFactorEnrollment(.authenticator(), code: app.code(at: clock.now))
        try await manager.deleteAccount()
        var kinds: [AuthEvent.Kind] = []
        for await event in events {
            kinds.append(event.kind)
            if event.kind == .accountDeleted { break }
        }
        // In addition, the guest's own session is ended.
        kinds.removeAll { [.revocationQueued, .revocationDelivered].contains($0) }
        #expect(kinds == [.upgradeSucceeded, .secondFactorAdded, .signedOut, .accountDeleted])
    }

    @Test func `an event stream ends with its manager`() async throws {
        var manager: AuthManager? = AuthManager(service: service, store: MockSessionStore(), clock: clock.clock)
        let events = try #require(manager?.events)
        manager = nil
        #expect(await take(1, of: events) == [])
    }
}
