import Foundation
import Testing

@testable import SesameAccounts

struct RefreshRuleTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let policy = policy(leeway: 0)

    private static func policy(leeway: TimeInterval) -> SessionPolicy {
        SessionPolicy(accessTokenLifetime: 900, idleTimeout: 1000, absoluteTimeout: 5000, refreshLeeway: leeway)
    }

    private func session(generation: Int = 0, acknowledgedGeneration: Int = -1) throws -> Session {
        let app = try #require(AppID("couple"))
        var session = Session(
            id: SessionID("s"), app: app, account: AccountID("a"), method: .google, policy: policy, at: start)
        session.generation = generation
        session.acknowledgedGeneration = acknowledgedGeneration
        return session
    }

    @Test func `the newest token rotates`() throws {
        var session = try session()
        #expect(session.refresh(presenting: 0, policy: policy, at: start) == .rotated)
        #expect(session.generation == 1)
        #expect(session.acknowledgedGeneration == 0)
    }

    @Test func `the parent of an unused token repeats the response and changes nothing`() throws {
        var session = try session(generation: 3, acknowledgedGeneration: 2)
        let before = session
        #expect(session.refresh(presenting: 2, policy: policy, at: start) == .repeated)
        #expect(session == before)
    }

    @Test func `the parent of a used token ends the session`() throws {
        var session = try session(generation: 3, acknowledgedGeneration: 3)
        #expect(session.refresh(presenting: 2, policy: policy, at: start) == .reused)
        #expect(session.termination?.reason == .reuse)
        #expect(!session.isLive(at: start))
    }

    @Test(arguments: 0..<5, [0, 10.0]) func `any older token counts as reused`(
        ancestor: Int, leeway: TimeInterval
    ) throws {
        var session = try session(generation: 6, acknowledgedGeneration: 5)
        session.rotatedAt = start
        #expect(session.refresh(presenting: ancestor, policy: Self.policy(leeway: leeway), at: start) == .reused)
    }

    @Test(arguments: [(0, true), (9.999, true), (10, false), (900, false), (-0.001, false), (-3600, false)])
    func `the parent of a used token repeats the response within the leeway`(
        elapsed: TimeInterval, isRepeated: Bool
    ) throws {
        let policy = Self.policy(leeway: 10)
        var session = try session()
        #expect(session.refresh(presenting: 0, policy: policy, at: start) == .rotated)
        _ = session.acknowledge(1)
        let before = session
        let decision = session.refresh(presenting: 0, policy: policy, at: start.addingTimeInterval(elapsed))
        #expect(decision == (isRepeated ? .repeated : .reused))
        #expect((session == before) == isRepeated)
    }

    @Test func `a repetition does not extend the leeway`() throws {
        let policy = Self.policy(leeway: 10)
        var session = try session()
        for (elapsed, expected) in [(0.0, RefreshDecision.rotated), (6, .repeated), (9, .repeated), (12, .reused)] {
            let now = start.addingTimeInterval(elapsed)
            #expect(session.refresh(presenting: 0, policy: policy, at: now) == expected)
            _ = session.acknowledge(1)
            session.extend(policy, at: now)
        }
    }

    @Test func `an ended session has no leeway`() throws {
        let policy = Self.policy(leeway: 10)
        var session = try session()
        _ = session.refresh(presenting: 0, policy: policy, at: start)
        session.end(.signedOut, at: start)
        #expect(session.refresh(presenting: 0, policy: policy, at: start) == .ended(.signedOut))
    }

    @Test func `a token that is newer than a restored backup still rotates`() throws {
        var session = try session(generation: 2, acknowledgedGeneration: 1)
        #expect(session.refresh(presenting: 5, policy: policy, at: start) == .rotated)
        #expect(session.generation == 6)
    }

    @Test func `an ended session reports its first end reason`() throws {
        var session = try session()
        session.end(.signedOut, at: start)
        session.end(.revoked, at: start)
        #expect(session.refresh(presenting: 0, policy: policy, at: start) == .ended(.signedOut))
    }

    @Test func `a refresh extends the idle limit but never the absolute limit`() throws {
        var session = try session()
        for step in 1...5 {
            let now = start.addingTimeInterval(Double(step) * 990)
            #expect(session.refresh(presenting: step - 1, policy: policy, at: now) == .rotated)
        }
        #expect(session.idleExpiresAt == session.expiresAt)
        #expect(session.refresh(presenting: 5, policy: policy, at: start.addingTimeInterval(5000)) == .expired)
    }

    @Test func `an idle session expires`() throws {
        var session = try session()
        #expect(session.refresh(presenting: 0, policy: policy, at: start.addingTimeInterval(1000)) == .expired)
        #expect(session.generation == 0)
    }

    @Test func `a use is recorded once`() throws {
        var session = try session(generation: 2, acknowledgedGeneration: 1)
        let (first, second, older) = (session.acknowledge(2), session.acknowledge(2), session.acknowledge(0))
        #expect((first, second, older) == (true, false, false))
        #expect(session.acknowledgedGeneration == 2)
    }
}
