import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of adding, confirming and removing second factors.
struct SecondFactorTests {
    private let rig: FactorRig

    init() async throws { rig = try await FactorRig() }

    @Test func `a second factor counts once its code is confirmed, and the first one ends other sessions`() async throws
    {
        let (other, caller) = (try await rig.person(), try await rig.person())
        let begun = try await rig.accounts.secondFactors.startFactorEnrollment(
            .totp, named: "my phone", of: caller, context: rig.context)
        let secret = try #require(begun.secret)
        #expect(secret.address.exposed.contains(secret.text.exposed))
        #expect(try await rig.factors(of: caller).isEmpty)
        let wrong = Secret(try rig.code(secret.text, later: 90).exposed)
        #expect(
            try await rig.errorCode {
                _ = try await rig.accounts.secondFactors.finishFactorEnrollment(
                    .totp, with: wrong, of: caller, context: rig.context)
            } == .invalidCredentials)
        let factor = try await rig.accounts.secondFactors.finishFactorEnrollment(
            .totp, with: try rig.code(secret.text), of: caller, context: rig.context)
        #expect(try await rig.factors(of: caller) == [factor])
        #expect(factor.displayName == "my phone")
        let live = try await rig.accounts.sessions.sessions(of: caller)
        #expect(live.map(\.id) == [caller.session.id])
        #expect(live.first?.secondFactor.verified == VerifiedFactor(kind: .totp, id: factor.id))
        #expect(live.allSatisfy { $0.id != other.session.id })
        #expect(try await rig.events(of: factor.account).suffix(2) == [.signedOut, .secondFactorAdded])
    }

    @Test func `a sealed secret opens only for its own account's second factor`() async throws {
        let caller = try await rig.person()
        let secret = try await rig.addApp(to: caller)
        let factor = try #require(try await rig.factors(of: caller).first)
        guard case .totp(let sealed, _) = factor.credential else { return #expect(Bool(false)) }
        #expect(try rig.accounts.secondFactors.factors.open(sealed, of: factor).text.exposed == secret.exposed)
        let other = SecondFactor(
            id: factor.id, app: factor.app, account: AccountID("other"), displayName: nil,
            enrolledAt: factor.enrolledAt,
            credential: factor.credential)
        #expect(throws: StorageError.self) { try rig.accounts.secondFactors.factors.open(sealed, of: other) }
    }

    @Test func `an account has one authenticator app, each phone once and at most five second factors`() async throws {
        let caller = try await rig.person()
        _ = try await rig.addApp(to: caller)
        _ = try await rig.addPhone(to: caller)
        for new in [FactorEnrollmentRequest.totp, .phone(try #require(FactorRig.number))] {
            #expect(
                try await rig.errorCode {
                    _ = try await rig.accounts.secondFactors.startFactorEnrollment(
                        new, of: caller, context: rig.context)
                } == .providerAlreadyLinked)
        }
        for digit in 1...3 {
            let number = try #require(PhoneNumber("+3361234567\(digit)"))
            _ = try await rig.accounts.secondFactors.startFactorEnrollment(
                .phone(number), of: caller, context: rig.context)
            _ = try await rig.accounts.secondFactors.finishFactorEnrollment(
                .phone, with: try await rig.text(), of: caller, context: rig.context)
        }
        let sixth = try #require(PhoneNumber("+33612345674"))
        #expect(
            try await rig.errorCode {
                _ = try await rig.accounts.secondFactors.startFactorEnrollment(
                    .phone(sixth), of: caller, context: rig.context)
            } == .invalidTransition)
    }

    @Test func `guests, unverified users, old sign-ins and apps without second factors are rejected`() async throws {
        let guest = try await rig.caller(
            try await rig.accounts.signIn.signInAnonymously(to: rig.app, context: rig.context).tokens(rig.accounts)
                .accessToken)
        let email = try #require(EmailAddress("test.user.1@example.com"))
        let unverified = try await rig.caller(
            try await rig.accounts.logins.signUp(
                email: email, password: PasswordRig.password, to: rig.app, context: rig.context
            ).tokens(rig.accounts).accessToken)
        for caller in [guest, unverified] {
            #expect(
                try await rig.errorCode {
                    _ = try await rig.accounts.secondFactors.startFactorEnrollment(
                        .totp, of: caller, context: rig.context)
                } == .invalidTransition)
        }
        let person = try await rig.signIn()
        rig.storage.clock.advance(by: StepUp.window + 1)
        let old = try await rig.caller(person.tokens(rig.accounts).accessToken)
        #expect(
            try await rig.errorCode {
                _ = try await rig.accounts.secondFactors.startFactorEnrollment(.totp, of: old, context: rig.context)
            } == .reauthenticationRequired)
        let without = try await FactorRig(kinds: [.phone])
        let caller = try await without.person()
        #expect(
            try await without.errorCode {
                _ = try await without.accounts.secondFactors.startFactorEnrollment(
                    .totp, of: caller, context: without.context)
            } == .providerRequired)
    }

    @Test func `only the session that started a second factor can confirm it, within ten minutes`() async throws {
        let (one, two) = (try await rig.person(), try await rig.person())
        let begun = try await rig.accounts.secondFactors.startFactorEnrollment(.totp, of: one, context: rig.context)
        let secret = try #require(begun.secret).text
        #expect(
            try await rig.errorCode {
                _ = try await rig.accounts.secondFactors.finishFactorEnrollment(
                    .totp, with: try rig.code(secret), of: two, context: rig.context)
            } == .ticketExpired)
        rig.storage.clock.advance(by: FactorEnrollmentRecord.lifetime)
        #expect(
            try await rig.errorCode {
                _ = try await rig.accounts.secondFactors.finishFactorEnrollment(
                    .totp, with: try rig.code(secret), of: one, context: rig.context)
            } == .ticketExpired)
    }

    @Test func `removing a second factor requires a recent sign-in, and the last removes the recovery codes`()
        async throws
    {
        let caller = try await rig.person()
        _ = try await rig.addApp(to: caller)
        let phone = try await rig.addPhone(to: caller)
        _ = try await rig.accounts.secondFactors.generateRecoveryCodes(of: caller, context: rig.context)
        let app = try #require(try await rig.factors(of: caller).first { $0.kind == .totp })
        #expect(
            try await rig.errorCode {
                try await rig.accounts.secondFactors.removeFactor("nobody's", from: caller, context: rig.context)
            } == .notFound)
        try await rig.accounts.secondFactors.removeFactor(app.id, from: caller, context: rig.context)
        #expect(try await rig.accounts.secondFactors.recoveryCodesLeft(of: caller) == 10)
        let old = Caller(
            app: rig.app, session: caller.session, checkedAt: caller.checkedAt.addingTimeInterval(StepUp.window + 1))
        #expect(
            try await rig.errorCode {
                try await rig.accounts.secondFactors.removeFactor(phone.id, from: old, context: rig.context)
            } == .reauthenticationRequired)
        try await rig.accounts.secondFactors.removeFactor(phone.id, from: caller, context: rig.context)
        #expect(try await rig.accounts.secondFactors.recoveryCodesLeft(of: caller) == 0)
        #expect(try await rig.signIn().view.factors.isEmpty)
        #expect(
            try await rig.errorCode {
                _ = try await rig.accounts.secondFactors.generateRecoveryCodes(of: caller, context: rig.context)
            } == .invalidTransition)
    }

    @Test func `removing all second factors records an event for each and removes the recovery codes`() async throws {
        let caller = try await rig.person()
        _ = try await rig.addApp(to: caller)
        _ = try await rig.addPhone(to: caller)
        _ = try await rig.accounts.secondFactors.generateRecoveryCodes(of: caller, context: rig.context)
        let old = Caller(
            app: rig.app, session: caller.session, checkedAt: caller.checkedAt.addingTimeInterval(StepUp.window + 1))
        #expect(
            try await rig.errorCode {
                try await rig.accounts.secondFactors.removeFactors(from: old, context: rig.context)
            } == .reauthenticationRequired)
        #expect(try await rig.factors(of: caller).count == 2)
        try await rig.accounts.secondFactors.removeFactors(from: caller, context: rig.context)
        #expect(try await rig.factors(of: caller).isEmpty)
        #expect(try await rig.accounts.secondFactors.recoveryCodesLeft(of: caller) == 0)
        #expect(
            try await rig.events(of: caller.session.account).suffix(2) == [.secondFactorRemoved, .secondFactorRemoved])
    }

    @Test func `a user with a verified email address is emailed about an added or removed second factor`() async throws
    {
        let email = try #require(EmailAddress("test.user.1@example.com"))
        let result = try await rig.accounts.logins.signUp(
            email: email, password: PasswordRig.password, to: rig.app, context: rig.context)
        let caller = try await rig.caller(result.tokens(rig.accounts).accessToken)
        try await rig.accounts.codes.sendCode(
            .verify(email, of: caller.session.account, askedIn: caller.session.id, as: .digits), of: rig.app,
            context: rig.context)
        try await rig.deliver()
        let words = try #require(rig.messages.sent.last).body.split { !$0.isNumber }
        let digits = Secret(String(try #require(words.first { $0.count == 6 })))
        _ = try await rig.accounts.logins.verify(
            with: .digits(digits, .verify, .email, email.description), of: rig.app, by: .caller(caller),
            context: rig.context)
        _ = try await rig.addApp(to: caller)
        let factor = try #require(try await rig.factors(of: caller).first)
        try await rig.accounts.secondFactors.removeFactor(factor.id, from: caller, context: rig.context)
        try await rig.deliver()
        // Two concurrent requests may arrive in either order.
        #expect(
            Set(rig.messages.sent.suffix(2).map(\.subject))
                == ["A second factor was added", "A second factor was removed"])
    }

    @Test func `an export lists second factors, and deleting the account deletes them`() async throws {
        let caller = try await rig.person()
        _ = try await rig.addApp(to: caller)
        _ = try await rig.accounts.secondFactors.generateRecoveryCodes(of: caller, context: rig.context)
        let export = try await rig.accounts.exports.export(of: caller, context: rig.context)
        #expect(export.view.factors.map(\.kind) == [.totp])
        #expect(export.recoveryCodes == 10)
        _ = try await rig.accounts.deletion.deleteAccount(of: caller, context: rig.context)
        let account = caller.session.account
        let left = try await rig.storage.engine.read { [rig] reader throws(StorageError) in
            (
                try reader.secondFactors(of: account, in: rig.app.id).count,
                try reader.recoveryCodes(of: account, in: rig.app.id) == nil
            )
        }
        #expect(left == (0, true))
    }
}
