import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

struct PasswordConfirmationTests {
    /// Advances the clock until the session's sign-in is no longer recent, and returns the caller.
    private func late(_ session: Session, _ rig: PasswordRig) async throws -> Caller {
        rig.storage.clock.advance(by: StepUp.window + 1)
        return try await rig.caller(in: session)
    }

    private func confirm(_ caller: Caller, _ password: Secret, _ rig: PasswordRig) async throws -> Session {
        try await rig.accounts.logins.reauthenticate(caller, password: password, context: rig.context)
    }

    @Test func `confirming the password counts as a recent sign-in in the same session`() async throws {
        let rig = try await PasswordRig()
        let caller = try await late(try await rig.caller(try await rig.signUp()).session, rig)
        func others(_ caller: Caller) async throws -> AuthError.Code? {
            try await rig.code { try await rig.accounts.sessions.endOtherSessions(of: caller, context: rig.context) }
        }
        #expect(try await others(caller) == .reauthenticationRequired)
        let wrong = try await rig.code { _ = try await confirm(caller, PasswordRig.other, rig) }
        #expect(wrong == .invalidCredentials)
        #expect(try await others(caller) == .reauthenticationRequired)
        let session = try await confirm(caller, PasswordRig.password, rig)
        #expect(session.id == caller.session.id)
        #expect(try await others(try await rig.caller(in: session)) == nil)
        #expect(try await rig.events(of: caller.session.account).contains(.confirmed))
    }

    @Test func `wrong passwords count toward the same rate limit as sign-ins`() async throws {
        let rig = try await PasswordRig(limiter: RateLimiter.frozen())
        let caller = try await rig.caller(try await rig.signUp())
        for _ in 0..<5 {
            #expect(try await rig.code { _ = try await confirm(caller, PasswordRig.other, rig) } == .invalidCredentials)
        }
        #expect(try await rig.code { _ = try await confirm(caller, PasswordRig.password, rig) } == .rateLimited)
        #expect(try await rig.code { _ = try await rig.signIn() } == .rateLimited)
    }

    @Test func `confirmation without a password or with an ended session is rejected`() async throws {
        let rig = try await PasswordRig()
        let person = try await rig.person("1")
        #expect(try await rig.code { _ = try await confirm(person, PasswordRig.password, rig) } == .notFound)
        let guest = try await rig.guest()
        #expect(try await rig.code { _ = try await confirm(guest, PasswordRig.password, rig) } == .notFound)
        let caller = try await rig.caller(try await rig.signUp())
        try await rig.accounts.sessions.endSession(caller.session.id, of: caller, context: rig.context)
        #expect(try await rig.code { _ = try await confirm(caller, PasswordRig.password, rig) } == .sessionEnded)
        let without = try await PasswordRig(nil)
        let other = try await without.person("1")
        #expect(
            try await without.code { _ = try await confirm(other, PasswordRig.password, without) } == .providerRequired)
    }

    @Test func `a password alone does not confirm an account with a second factor`() async throws {
        let rig = try await FactorRig()
        let caller = try await rig.person()
        let hash = try await rig.accounts.logins.newHash(of: PasswordRig.password, for: nil, in: rig.app)
        let login = LocalCredential(
            app: rig.app.id, kind: .email, name: "test.user.1@example.com", account: caller.session.account,
            createdAt: rig.storage.clock.now, verifiedAt: rig.storage.clock.now, password: hash)
        try await rig.storage.engine.write { transaction throws(StorageError) in try transaction.insert(login) }
        _ = try await rig.accounts.logins.reauthenticate(caller, password: PasswordRig.password, context: rig.context)
        _ = try await rig.addApp(to: caller)
        let refusal = try await rig.errorCode {
            _ = try await rig.accounts.logins.reauthenticate(
                caller, password: PasswordRig.password, context: rig.context)
        }
        #expect(refusal == .secondFactorRequired)
    }
}
