import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of attempts to bypass a second factor.
struct SecondFactorBypassTests {
    private static let email = "test.user.1@example.com"

    private func insert(
        _ kind: LocalCredential.Kind, _ name: String, of caller: Caller, password: PasswordHash? = nil, _ rig: FactorRig
    ) async throws {
        let login = LocalCredential(
            app: rig.app.id, kind: kind, name: name, account: caller.session.account, createdAt: rig.storage.clock.now,
            verifiedAt: rig.storage.clock.now, password: password)
        try await rig.storage.engine.write { transaction throws(StorageError) in try transaction.insert(login) }
    }

    @Test func `an unverified email address cannot be added beside a second factor`() async throws {
        let rig = try await FactorRig()
        let caller = try await rig.person()
        _ = try await rig.addApp(to: caller)
        let email = try #require(EmailAddress(Self.email))
        let added = try await rig.errorCode {
            _ = try await rig.accounts.logins.addPassword(
                email: email, password: PasswordRig.password, to: caller, context: rig.context)
        }
        let changed = try await rig.errorCode {
            _ = try await rig.accounts.logins.changeEmail(of: caller, to: email, context: rig.context)
        }
        #expect([added, changed] == [.invalidTransition, .invalidTransition])
        #expect(try await rig.accounts.sessions.account(of: caller).logins.isEmpty)
    }

    @Test(arguments: [true, false])
    func `an email address change requested before the first factor is void`(_ before: Bool) async throws {
        let rig = try await FactorRig()
        let caller = try await rig.person()
        let order = OneTimeCodeRequest.changeEmail(
            to: try #require(EmailAddress(Self.email)), of: caller.session.account, askedIn: caller.session.id)
        if before { try await rig.accounts.codes.sendCode(order, of: rig.app, context: rig.context) }
        _ = try await rig.addApp(to: caller)
        if !before { try await rig.accounts.codes.sendCode(order, of: rig.app, context: rig.context) }
        try await rig.deliver()
        let body = try #require(rig.messages.sent.last { $0.recipient == Self.email }).body
        let code = try #require(body.firstMatch(of: /mc_[A-Za-z0-9_-]{22}/)).output
        let refusal = try await rig.errorCode {
            _ = try await rig.accounts.logins.verify(
                with: .link(Secret(String(code))), of: rig.app, by: .caller(caller), context: rig.context)
        }
        #expect(refusal == (before ? .ticketExpired : nil))
        #expect(try await rig.accounts.sessions.account(of: caller).login(.email)?.name == (before ? nil : Self.email))
    }

    @Test func `a password does not replace a recent sign-in with the second factor`() async throws {
        let rig = try await FactorRig()
        let token = try await rig.signIn().tokens(rig.accounts).accessToken
        var caller = try await rig.caller(token)
        let hash = try await rig.accounts.logins.newHash(of: PasswordRig.password, for: nil, in: rig.app)
        try await insert(.email, Self.email, of: caller, password: hash, rig)
        _ = try await rig.addApp(to: caller)
        rig.storage.clock.advance(by: 600)
        caller = try await rig.caller(token)
        let email = try #require(EmailAddress("test.user.2@example.com"))
        let changed = try await rig.errorCode { [caller] in
            _ = try await rig.accounts.logins.changePassword(
                of: caller, from: PasswordRig.password, to: PasswordRig.other, context: rig.context)
        }
        let moved = try await rig.errorCode { [caller] in
            _ = try await rig.accounts.logins.changeEmail(
                of: caller, to: email, password: PasswordRig.password, context: rig.context)
        }
        #expect([changed, moved] == [.reauthenticationRequired, .reauthenticationRequired])
    }

    @Test func `of many concurrent codes only a few are checked`() async throws {
        let rig = try await FactorRig(limiter: RateLimiter.frozen())
        _ = try await rig.addApp(to: try await rig.person())
        let pending = try await rig.pending { _ = try await rig.signIn() }
        let codes = try await withThrowingTaskGroup(of: AuthError.Code?.self) { group in
            for _ in 0..<100 {
                group.addTask { try await rig.errorCode { _ = try await rig.show(.code(Secret("00000")), pending) } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // The count may include the attempts in progress on each core when the last free one is counted.
        #expect(codes.count { $0 == .invalidCredentials } < 20)
        #expect(codes.count { $0 == .rateLimited } > 80)
    }

    @Test func `a phone number cannot be both a sign-in method and a second factor`() async throws {
        let rig = try await FactorRig()
        let caller = try await rig.person()
        let number = try #require(FactorRig.number)
        try await insert(.phone, number.description, of: caller, rig)
        let refused = try await rig.errorCode {
            _ = try await rig.accounts.secondFactors.startFactorEnrollment(
                .phone(number), of: caller, context: rig.context)
        }
        #expect(refused == .invalidTransition)
    }

    @Test func `adding a second factor voids older tokens of the account`() async throws {
        let rig = try await FactorRig()
        let caller = try await rig.person()
        let (account, app) = (caller.session.account, rig.app.id)
        #expect(try await rig.accounts.account.details(of: account, in: app).tokensValidAfter == nil)
        _ = try await rig.addApp(to: caller)
        let after = rig.storage.clock.now.addingTimeInterval(-30)
        #expect(try await rig.accounts.account.details(of: account, in: app).tokensValidAfter == after)
    }

    @Test func `a second factor added by an operator ends sessions without it`() async throws {
        let rig = try await FactorRig()
        let caller = try await rig.person()
        let token = try await rig.signIn().tokens(rig.accounts).accessToken
        var order = AccountUpdate()
        order.factors = [AccountUpdate.FactorInput(id: nil, displayName: nil, number: FactorRig.number)]
        _ = try await rig.accounts.operators.change(
            caller.session.account, by: order, with: .all, in: rig.app, context: rig.context)
        #expect(try await rig.errorCode { _ = try await rig.caller(token) } != nil)
    }

    @Test func `an ended session cannot delete the account`() async throws {
        let rig = try await FactorRig()
        let (stale, other) = (try await rig.person(), try await rig.person())
        try await rig.accounts.sessions.endSession(stale.session.id, of: other, context: rig.context)
        let refused = try await rig.errorCode {
            _ = try await rig.accounts.deletion.deleteAccount(of: stale, context: rig.context)
        }
        #expect(refused != nil)
        #expect(try await rig.accounts.sessions.account(of: other).account.id == other.session.account)
    }
}
