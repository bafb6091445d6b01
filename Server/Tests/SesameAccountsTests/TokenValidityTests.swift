import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of the time before which ID tokens and session cookies are void, for a back end that checks revocation.
struct TokenValidityTests {
    typealias Act = @Sendable (PasswordRig, Caller) async throws -> Void

    private static func order(_ change: (inout AccountUpdate) -> Void) -> AccountUpdate {
        var order = AccountUpdate()
        change(&order)
        return order
    }

    private static func carryOut(_ order: AccountUpdate, _ rig: PasswordRig, _ caller: Caller) async throws {
        _ = try await rig.accounts.operators.change(
            caller.session.account, by: order, with: .all, in: rig.app, context: rig.context)
    }

    private func validAfter(_ rig: PasswordRig, _ caller: Caller) async throws -> Date? {
        try await rig.accounts.account.details(of: caller.session.account, in: rig.app.id).tokensValidAfter
    }

    private static let endings: [(String, Act)] = [
        (
            "operator, all",
            {
                try await $0.accounts.sessions.revokeSessions(
                    of: $1.session.account, in: $0.app.id, context: $0.context)
            }
        ),
        (
            "operator, the only one",
            {
                try await $0.accounts.sessions.revokeSessions(
                    $1.session.id, of: $1.session.account, in: $0.app.id, context: $0.context)
            }
        ),
        ("person, all", { try await $0.accounts.sessions.endAllSessions(of: $1, context: $0.context) }),
        ("closed by its person", { _ = try await $0.accounts.account.disableOwnAccount(of: $1, context: $0.context) }),
        (
            "disabled",
            { _ = try await $0.accounts.operators.disable($1.session.account, in: $0.app.id, context: $0.context) }
        ),
        ("disabled by order", { try await carryOut(order { $0.isDisabled = true }, $0, $1) }),
        (
            "identity removed by the operator",
            {
                try await $0.link("a", to: $1)
                try await carryOut(order { $0.removedProviders = [.apple] }, $0, $1)
            }
        ),
        ("password of the operator", { try await carryOut(order { $0.password = PasswordRig.other }, $0, $1) }),
        ("earlier time stated", { try await carryOut(order { $0.tokensValidAfter = .distantPast }, $0, $1) }),
    ]

    @Test(arguments: endings)
    func `ending every session voids the tokens that back ends hold`(_ name: String, _ act: Act) async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.owner()
        rig.storage.clock.advance(by: 10)
        try await act(rig, caller)
        #expect(try await validAfter(rig, caller) == rig.storage.clock.now)
        #expect(try await rig.isOut(caller))
    }

    @Test func `removing a missing identity or phone number ends nothing`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.owner()
        try await Self.carryOut(Self.order { $0.removedProviders = [.google] }, rig, caller)
        try await Self.carryOut(Self.order { $0.phone = .remove }, rig, caller)
        #expect(try await validAfter(rig, caller) == nil)
        #expect(try await !rig.isOut(caller))
    }

    @Test func `ending other sessions leaves the remaining session's tokens valid`() async throws {
        let rig = try await PasswordRig()
        let other = try await rig.caller(try await rig.signUp())
        let third = try await rig.caller(try await rig.signIn())
        let caller = try await rig.caller(try await rig.signIn())
        try await rig.accounts.sessions.endSession(other.session.id, of: caller, context: rig.context)
        try await rig.accounts.sessions.revokeSessions(
            third.session.id, of: caller.session.account, in: rig.app.id, context: rig.context)
        try await rig.accounts.sessions.endOtherSessions(of: caller, context: rig.context)
        #expect(try await validAfter(rig, caller) == nil)
        #expect(try await !rig.isOut(caller))
    }

    @Test(arguments: [true, false])
    func `a provider's notification voids tokens only if no session remains`(hasOther: Bool) async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.person("a")
        if hasOther {
            _ = try await rig.accounts.logins.addPassword(
                email: try rig.email(), password: PasswordRig.password, to: caller, context: rig.context)
            _ = try await rig.signIn()
        }
        rig.storage.clock.advance(by: 10)
        _ = try await rig.accounts.notifications.handle(
            notification: try rig.apple.notification("consent-revoked", of: "a"), from: .apple,
            apps: AppDirectory([rig.app]), context: rig.context)
        #expect(try await rig.isOut(caller))
        #expect(try await validAfter(rig, caller) == (hasOther ? nil : rig.storage.clock.now))
    }

    private static let changes: [(String, Act)] = [
        (
            "password",
            { _ = try await $0.accounts.logins.changePassword(of: $1, to: PasswordRig.other, context: $0.context) }
        ),
        (
            "password in the place of one",
            {
                _ = try await $0.accounts.logins.addPassword(
                    email: try $0.email(), password: PasswordRig.other, to: $1, context: $0.context)
            }
        ),
        (
            "unverified address",
            { _ = try await $0.accounts.logins.changeEmail(of: $1, to: try $0.email(2), context: $0.context) }
        ),
        (
            "address by a code",
            {
                let code = try await $0.mailed(.signIn(try $0.email(2)))
                _ = try await $0.accounts.logins.addCredential(.email, with: .link(code), to: $1, context: $0.context)
            }
        ),
    ]

    @Test(arguments: changes)
    func `a new password or email address voids older tokens and leaves the session`(
        _ name: String, _ act: Act
    ) async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await rig.signUp())
        rig.storage.clock.advance(by: 10)
        try await act(rig, caller)
        #expect(try await validAfter(rig, caller) == rig.storage.clock.now)
        #expect(try await !rig.isOut(caller))
    }

    @Test func `a stated time never makes old tokens valid again and is never in the future`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await rig.signUp())
        let now = rig.storage.clock.now
        try await Self.carryOut(Self.order { $0.tokensValidAfter = now.addingTimeInterval(3_600) }, rig, caller)
        #expect(try await validAfter(rig, caller) == now)
        rig.storage.clock.advance(by: 10)
        try await Self.carryOut(Self.order { $0.tokensValidAfter = Date(timeIntervalSince1970: 1) }, rig, caller)
        #expect(try await validAfter(rig, caller) == rig.storage.clock.now)
    }

    @Test(arguments: [true, false])
    func `undoing a merge restores no token that was voided meanwhile`(_ isVoided: Bool) async throws {
        let rig = try await MergeRig()
        let pair = try await rig.pair("1", [.google], [.apple], roles: (nil, nil), sessions: 1)
        _ = try await rig.storage.engine.write { transaction throws(StorageError) in
            try pair.change.carryOut(.merge, pair.conflict, transaction)
        }
        rig.storage.clock.advance(by: 10)
        let (app, voidedAt) = (rig.app.id, rig.storage.clock.now)
        if isVoided {
            try await rig.storage.engine.write { transaction throws(StorageError) in
                try transaction.invalidateTokens(of: pair.caller, in: app, at: voidedAt)
            }
        }
        rig.storage.clock.advance(by: 10)
        let caller = Caller(app: rig.app, session: pair.conflict.session, checkedAt: rig.storage.clock.now)
        _ = try await rig.accounts.linking.undoMerge(of: caller, context: rig.context)
        let restored = try await rig.accounts.account.details(of: pair.owner, in: app)
        #expect(restored.tokensValidAfter == (isVoided ? voidedAt : nil))
    }
}
