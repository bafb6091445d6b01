import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of recovery codes that are created before the account's first second factor.
struct RecoveryCodesFirstTests {
    private func make(
        _ making: RecoveryCodes.Making, of caller: Caller, _ rig: FactorRig
    ) async throws -> [Secret] {
        try await rig.accounts.secondFactors.generateRecoveryCodes(making, of: caller, context: rig.context)
    }

    private func confirm(_ code: Secret, of caller: Caller, _ rig: FactorRig) async throws -> Caller {
        try await rig.caller(
            in: try await rig.accounts.secondFactors.reauthenticate(
                caller, showing: .recoveryCode(code), context: rig.context))
    }

    @Test func `recovery codes created first stay valid when a second factor is added`() async throws {
        let rig = try await FactorRig()
        let caller = try await rig.person()
        let codes = try await make(.first, of: caller, rig)
        rig.storage.clock.advance(by: StepUp.window - 60)
        _ = try await rig.addApp(to: caller)
        rig.storage.clock.advance(by: RecoveryCodes.wait)
        #expect(try await rig.accounts.secondFactors.recoveryCodesLeft(of: caller) == 10)
        let pending = try await rig.pending { _ = try await rig.signIn() }
        _ = try await rig.show(.recoveryCode(codes[0]), pending)
    }

    @Test func `recovery codes without a second factor expire after an hour`() async throws {
        let rig = try await FactorRig()
        let codes = try await make(.first, of: try await rig.person(), rig)
        rig.storage.clock.advance(by: RecoveryCodes.wait)
        let caller = try await rig.person()
        #expect(try await rig.accounts.secondFactors.recoveryCodesLeft(of: caller) == 0)
        #expect(try await rig.errorCode { _ = try await confirm(codes[1], of: caller, rig) } == .invalidCredentials)
        _ = try await rig.addApp(to: caller)
        #expect(try await rig.accounts.secondFactors.recoveryCodesLeft(of: caller) == 0)
        let pending = try await rig.pending { _ = try await rig.signIn() }
        #expect(
            try await rig.errorCode { _ = try await rig.show(.recoveryCode(codes[0]), pending) } == .invalidCredentials)
    }

    @Test func `recovery codes of another session are void once the first factor is added`() async throws {
        let rig = try await FactorRig()
        let codes = try await make(.first, of: try await rig.person(), rig)
        let caller = try await rig.person()
        _ = try await rig.addApp(to: caller)
        #expect(try await rig.accounts.secondFactors.recoveryCodesLeft(of: caller) == 0)
        let pending = try await rig.pending { _ = try await rig.signIn() }
        #expect(
            try await rig.errorCode { _ = try await rig.show(.recoveryCode(codes[0]), pending) } == .invalidCredentials)
    }

    @Test func `recovery codes created by a back end stay valid when the first factor is added`() async throws {
        let rig = try await FactorRig()
        let caller = try await rig.person()
        let made = try await rig.accounts.secondFactors.generateRecoveryCodes(
            .first, of: caller.session.account, in: rig.app.id, context: rig.context)
        _ = try await rig.addApp(to: caller)
        let pending = try await rig.pending { _ = try await rig.signIn() }
        _ = try await rig.show(.recoveryCode(try #require(made)[0]), pending)
    }

    @Test func `a recovery code without a second factor confirms nothing and is used up`() async throws {
        let rig = try await FactorRig()
        let caller = try await rig.person()
        let code = try await make(.first, of: caller, rig)[0]
        rig.storage.clock.advance(by: StepUp.window + 1)
        let shown = try await confirm(code, of: caller, rig)
        #expect(shown.session.authTime == caller.session.authTime)
        #expect(shown.session.secondFactor.verified?.kind == .recoveryCode)
        #expect(
            try await rig.errorCode { _ = try await make(.again, of: shown, rig) } == .reauthenticationRequired)
        #expect(try await rig.errorCode { _ = try await confirm(code, of: caller, rig) } == .invalidCredentials)
        #expect(try await !rig.events(of: caller.session.account).contains(.confirmed))
    }

    @Test func `first recovery codes are created once, and new ones replace existing ones`() async throws {
        let rig = try await FactorRig()
        let caller = try await rig.person()
        #expect(try await rig.errorCode { _ = try await make(.again, of: caller, rig) } == .notFound)
        let first = try await make(.first, of: caller, rig)
        #expect(try await rig.errorCode { _ = try await make(.first, of: caller, rig) } == .preconditionFailed)
        #expect(try await rig.errorCode { _ = try await make(.anew, of: caller, rig) } == .invalidTransition)
        let again = try await make(.again, of: caller, rig)
        #expect(try await rig.errorCode { _ = try await confirm(first[0], of: caller, rig) } == .invalidCredentials)
        _ = try await confirm(again[0], of: caller, rig)
    }

    @Test func `recovery codes are rejected for guests and in apps without second factors`() async throws {
        let rig = try await FactorRig()
        let guest = try await rig.caller(
            try await rig.accounts.signIn.signInAnonymously(to: rig.app, context: rig.context).tokens(rig.accounts)
                .accessToken)
        #expect(try await rig.errorCode { _ = try await make(.first, of: guest, rig) } == .invalidTransition)
        let without = try await FactorRig(kinds: [])
        let caller = try await without.person()
        #expect(try await without.errorCode { _ = try await make(.first, of: caller, without) } == .providerRequired)
    }
}
