import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of custom tokens, signed by the app's back end, that were issued before an event of the account.
struct CustomSignInTests {
    enum Event: CaseIterable {
        case signOut, identityLinked, passwordChanged, sessionsEnded, disabledAndEnabled, tokensRevoked

        /// True if a custom token that was issued before the event can no longer sign in.
        var isEnd: Bool { self != .signOut && self != .identityLinked }
    }

    @Test(arguments: Event.allCases)
    func `a custom token is rejected if the account was secured after its issue`(event: Event) async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.owner()
        let (account, app) = (caller.session.account, rig.app)
        rig.storage.clock.advance(by: 1)
        let before = rig.storage.clock.now.secondsSince1970
        rig.storage.clock.advance(by: 1)
        switch event {
        case .signOut: try await rig.accounts.sessions.endSession(caller.session.id, of: caller, context: rig.context)
        case .identityLinked: try await rig.link("a", to: caller)
        case .passwordChanged:
            _ = try await rig.accounts.logins.changePassword(of: caller, to: PasswordRig.other, context: rig.context)
        case .sessionsEnded:
            try await rig.accounts.sessions.revokeSessions(of: account, in: app.id, context: rig.context)
        case .disabledAndEnabled:
            _ = try await rig.accounts.operators.disable(account, in: app.id, context: rig.context)
            _ = try await rig.accounts.operators.enable(account, in: app.id, context: rig.context)
        case .tokensRevoked:
            var order = AccountUpdate()
            order.tokensValidAfter = rig.storage.clock.now
            _ = try await rig.accounts.operators.change(account, by: order, with: .all, in: app, context: rig.context)
        }
        #expect(try await rig.signsIn(account, issuedAt: before) == !event.isEnd)
        rig.storage.clock.advance(by: 1)
        #expect(try await rig.signsIn(account, issuedAt: rig.storage.clock.now.secondsSince1970))
    }
}

extension PasswordRig {
    fileprivate func signsIn(_ account: AccountID, issuedAt: Int) async throws -> Bool {
        let attempt = CustomSignIn(
            app: app, uid: account, issuedAt: Int64(issuedAt), tombstone: nil,
            session: SessionSeed(SessionID(accounts.environment.randomID())),
            now: storage.clock.now, context: context)
        let outcome = try await storage.engine.write { transaction throws(StorageError) in
            try attempt.run(transaction)
        }
        guard case .refused(let refusal) = outcome else { return true }
        #expect(refusal.code == .invalidToken)
        return false
    }
}
