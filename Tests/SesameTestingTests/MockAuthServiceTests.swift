import Foundation
import Sesame
import SesameCore
import SesameTesting
import Testing

/// Tests of the mock as scripted by a test; the conformance suite covers its default behavior.
@Suite struct MockAuthServiceTests {
    let clock = ManualClock()
    let service: MockAuthService

    init() {
        service = MockAuthService(clock: clock.clock)
    }

    func code(_ operation: () async throws -> Void) async -> AuthError.Code? {
        let error = await #expect(throws: AuthError.self) { try await operation() }
        return error?.code
    }

    @Test func `a failing call has no effect and keeps failing until it is told to succeed`() async throws {
        let session = try await service.exchange(.anonymous).session
        service.fail(.revoke, with: AuthError(.internal, "a test's"))
        for _ in 0..<2 { #expect(await code { try await service.revoke(Revocation(session)) } == .internal) }
        #expect(service.revoked.isEmpty)
        service.fail(.revoke, with: nil)
        _ = try await service.refresh(session)
        try await service.revoke(Revocation(session))
        #expect(service.revoked == ["r-1"])
    }

    @Test func `a deletion returns the manual revocations that the test sets`() async throws {
        let first = try await service.exchange(.anonymous).session
        #expect(try await service.deleteAccount(first) == AccountDeletion())
        service.deletion = AccountDeletion(manualRevocation: [.apple])
        let second = try await service.exchange(.anonymous).session
        #expect(try await service.deleteAccount(second) == service.deletion)
    }

    @Test func `queued failures occur in order, once each`() async throws {
        service.failNext(.exchange, with: AuthError(.rateLimited, ""), AuthError(.internal, ""))
        #expect(await code { _ = try await service.exchange(.anonymous) } == .rateLimited)
        #expect(await code { _ = try await service.exchange(.anonymous) } == .internal)
        #expect(try await service.exchange(.anonymous).isNewUser)
    }

    @Test func `an offline call is counted but has no effect`() async throws {
        service.isOffline = true
        #expect(await code { _ = try await service.exchange(.anonymous) } == .offline)
        service.isOffline = false
        #expect(try await service.exchange(.anonymous).session.id == "s-1")
        #expect(service.count(of: .exchange) == 2)
    }

    @Test func `a call whose response is lost still takes effect`() async throws {
        let session = try await service.exchange(.anonymous).session
        service.dropResponses(to: .refresh)
        #expect(await code { _ = try await service.refresh(session) } == .offline)
        let repeated = try await service.refresh(session)
        #expect(repeated.accessToken == Secret("a-2"))
    }

    @Test func `an old refresh token ends the session`() async throws {
        let session = try await service.exchange(.anonymous).session
        let second = try await service.refresh(session)
        let third = try await service.refresh(second)
        #expect(await code { _ = try await service.refresh(session) } == .sessionRevoked)
        #expect(await code { _ = try await service.refresh(third) } == .sessionRevoked)
    }

    @Test func `a delayed response waits on the clock, while its call is recorded at once`() async throws {
        service.delay(.exchange, by: .seconds(5))
        let answer = Task { try await service.exchange(.anonymous) }
        while clock.sleeperCount == 0 { await Task.yield() }
        #expect(service.calls == [.exchange])
        clock.advance(by: .seconds(5))
        #expect(try await answer.value.session.id == "s-1")
        let impatient = Task { try await service.exchange(.anonymous) }
        while clock.sleeperCount == 0 { await Task.yield() }
        impatient.cancel()
        #expect(await code { _ = try await impatient.value } == .cancelled)
        service.delay(.exchange, by: nil)
        _ = try await service.exchange(.anonymous)
    }

    @Test func `held responses arrive when they are released`() async throws {
        service.hold(.nonce)
        let answers = (0..<2).map { _ in Task { try await service.nonce() } }
        while service.count(of: .nonce) < 2 { await Task.yield() }
        service.release(.nonce)
        for answer in answers { _ = try await answer.value }
        _ = try await service.nonce()
    }

    @Test func `the given users sign in one after another, and the last one repeats`() async throws {
        let people = [UserAuthInfo.mock(uid: "a"), .mock(uid: "b")]
        let service = MockAuthService(clock: clock.clock, users: people)
        var uids: [String] = []
        for _ in 0..<3 { uids.append(try await service.exchange(.anonymous).user.uid) }
        #expect(uids == ["a", "b", "b"])
    }

    @Test func `a session can be ended with a given error`() async throws {
        let session = try await service.exchange(.anonymous).session
        service.end(session, .userDisabled)
        #expect(await code { _ = try await service.refresh(session) } == .userDisabled)
    }

    @Test func `a session from before the test is accepted and ends when revoked`() async throws {
        let session = Session.sample(100)
        let fresh = try await service.refresh(session)
        #expect(fresh.id == "s-100")
        try await service.revoke(Revocation(fresh))
        #expect(await code { _ = try await service.refresh(fresh) } == .sessionEnded)
    }

    @Test func `an exchange is recorded with its credential`() async throws {
        _ = try await service.exchange(.anonymous)
        #expect(service.credentials.map(\.method) == [.anonymous])
        #expect(service.calls == [.exchange])
    }
}
