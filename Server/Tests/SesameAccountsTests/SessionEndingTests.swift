import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of ending sessions by a caller whose own session may meanwhile have ended.
struct SessionEndingTests {
    /// The caller was authenticated before another device ended the caller's session.
    @Test func `an ended session cannot end other sessions`() async throws {
        let rig = try await PasswordRig()
        let thief = try await rig.owner()
        let owner = try await rig.caller(try await rig.signIn())
        try await rig.accounts.sessions.endOtherSessions(of: owner, context: rig.context)
        let attempts: [@Sendable () async throws -> Void] = [
            { try await rig.accounts.sessions.endSession(owner.session.id, of: thief, context: rig.context) },
            { try await rig.accounts.sessions.endOtherSessions(of: thief, context: rig.context) },
            { try await rig.accounts.sessions.endAllSessions(of: thief, context: rig.context) },
        ]
        for (place, attempt) in attempts.enumerated() {
            #expect(try await rig.code(attempt) != nil, "\(place)")
        }
        #expect(try await !rig.isOut(owner))
    }

    @Test func `a session can be signed out twice`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.owner()
        for _ in 0..<2 {
            try await rig.accounts.sessions.endSession(caller.session.id, of: caller, context: rig.context)
        }
        #expect(try await rig.isOut(caller))
    }

    @Test func `ending other sessions requires a recent sign-in`() async throws {
        let rig = try await PasswordRig()
        let (owner, other) = (try await rig.owner(), try await rig.caller(try await rig.signIn()))
        rig.storage.clock.advance(by: 301)
        let caller = Caller(app: rig.app, session: owner.session, checkedAt: rig.storage.clock.now)
        let attempts: [@Sendable () async throws -> Void] = [
            { try await rig.accounts.sessions.endSession(other.session.id, of: caller, context: rig.context) },
            { try await rig.accounts.sessions.endOtherSessions(of: caller, context: rig.context) },
            { try await rig.accounts.sessions.endAllSessions(of: caller, context: rig.context) },
        ]
        for (place, attempt) in attempts.enumerated() {
            #expect(try await rig.code(attempt) == .reauthenticationRequired, "\(place)")
        }
        #expect(try await !rig.isOut(other))
    }
}
