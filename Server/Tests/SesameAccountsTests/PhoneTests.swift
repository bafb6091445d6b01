import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

struct PhoneTests {
    private static func number(_ text: String = "+16505550123") throws -> PhoneNumber {
        try #require(PhoneNumber(text))
    }

    private func digits(for number: PhoneNumber, _ rig: PasswordRig) async throws -> PresentedCode {
        try await rig.accounts.codes.sendCode(.signIn(number), of: rig.app, context: rig.context)
        return .digits(try await rig.lastCode(), .signIn, .phone, number.description)
    }

    @Test func `a phone ticket opens only in its app, states its age and is different each time`() async throws {
        let rig = try await PasswordRig()
        let number = try Self.number()
        let ticket = try rig.accounts.codes.phoneTicket(for: number, in: rig.app)
        let opened = try #require(rig.accounts.codes.phoneTicket(ticket, in: rig.app))
        #expect(opened.number == number && !opened.isOver(at: opened.madeAt.addingTimeInterval(599)))
        #expect(opened.isOver(at: opened.madeAt.addingTimeInterval(600)))
        let elsewhere = App(id: try #require(AppID("elsewhere")))
        #expect(rig.accounts.codes.phoneTicket(ticket, in: elsewhere) == nil)
        #expect(try rig.accounts.codes.phoneTicket(for: number, in: rig.app).exposed != ticket.exposed)
        for text in ["", "pt_", "pt_AAAA", String(ticket.exposed.dropLast(4)), ticket.exposed.uppercased()] {
            #expect(rig.accounts.codes.phoneTicket(Secret(text), in: rig.app) == nil, "\(text)")
        }
    }

    @Test func `an unknown phone number gets no account if only known users may sign in`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let code = try await digits(for: try Self.number(), rig)
        let refused = try await rig.code {
            _ = try await rig.accounts.logins.signIn(with: code, to: rig.app, for: .known, context: rig.context)
        }
        #expect(refused == .accountNotFound)
        #expect(try await rig.accounts.logins.signIn(with: code, to: rig.app, context: rig.context).isNew)
    }

    private func verify(
        _ next: PhoneNumber, of caller: Caller, by bearer: CodeBearer, _ rig: PasswordRig
    ) async throws -> AccountRecord {
        let account = caller.session.account
        let order = OneTimeCodeRequest.changePhone(to: next, of: account, askedIn: caller.session.id)
        try await rig.accounts.codes.sendCode(order, of: rig.app, context: rig.context)
        let code = PresentedCode.handle(account.description, try await rig.lastCode(), .changeEmail, [.phone])
        return try await rig.accounts.logins.verify(with: code, of: rig.app, by: bearer, context: rig.context)
    }

    @Test func `a verified phone number stays until the new one is verified in the requesting session`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let (number, next) = (try Self.number(), try Self.number("+16505550124"))
        let result = try await rig.accounts.logins.signIn(
            with: try await digits(for: number, rig), to: rig.app, context: rig.context)
        let (caller, sent) = (try await rig.caller(result), rig.messages.sent.count)
        let view = try await rig.accounts.logins.changePhone(of: caller, to: next, context: rig.context)
        #expect(view.login(.phone)?.name == number.description && view.login(.phone)?.isClaimed == true)
        #expect(try await rig.accounts.logins.awaitedPhone(of: caller) == next)
        let again = try await rig.caller(
            try await rig.accounts.logins.signIn(
                with: try await digits(for: number, rig), to: rig.app, context: rig.context))
        #expect(try await rig.accounts.logins.awaitedPhone(of: again) == nil)
        try await rig.deliver()
        #expect(rig.messages.sent.dropFirst(sent).allSatisfy { $0.recipient == number.description })
        for bearer in [CodeBearer.mailbox, .caller(again)] {
            let refused = try await rig.code { _ = try await verify(next, of: caller, by: bearer, rig) }
            #expect(refused == .invalidTransition)
        }
        let changed = try await verify(next, of: caller, by: .caller(caller), rig)
        #expect(changed.logins.map(\.name) == [next.description] && changed.login(.phone)?.isClaimed == true)
        #expect(try await rig.accounts.logins.awaitedPhone(of: caller) == nil)
    }

    @Test func `a phone number awaiting verification signs in to a separate account`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let (number, typo) = (try Self.number(), try Self.number("+16505550124"))
        let caller = try await rig.caller(
            try await rig.accounts.logins.signIn(
                with: try await digits(for: number, rig), to: rig.app, context: rig.context))
        _ = try await rig.accounts.logins.changePhone(of: caller, to: typo, context: rig.context)
        let stranger = try await rig.accounts.logins.signIn(
            with: try await digits(for: typo, rig), to: rig.app, context: rig.context)
        #expect(stranger.isNew && stranger.view.account.id != caller.session.account)
        let refused = try await rig.code {
            _ = try await rig.accounts.logins.changePhone(of: caller, to: typo, context: rig.context)
        }
        #expect(refused == .credentialInUse)
        #expect(try await rig.accounts.sessions.account(of: caller).login(.phone)?.name == number.description)
    }

    @Test func `adding a pending phone number as a second factor voids the change to it`()
        async throws
    {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let (number, next) = (try Self.number(), try Self.number("+16505550124"))
        let caller = try await rig.caller(
            try await rig.accounts.logins.signIn(
                with: try await digits(for: number, rig), to: rig.app, context: rig.context))
        _ = try await rig.accounts.logins.changePhone(of: caller, to: next, context: rig.context)
        _ = try await rig.accounts.secondFactors.startFactorEnrollment(.phone(next), of: caller, context: rig.context)
        let code = try await rig.lastCode()
        _ = try await rig.accounts.secondFactors.finishFactorEnrollment(
            .phone, with: code, of: caller, context: rig.context)
        #expect(try await rig.accounts.logins.awaitedPhone(of: caller) == nil)
        let refused = try await rig.refusal { _ = try await verify(next, of: caller, by: .caller(caller), rig) }
        #expect(refused?.code == .invalidTransition && refused?.reason.contains("phone number cannot be both") == true)
    }

    @Test func `another account's phone number cannot be added, and its proof signs in once`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let number = try Self.number()
        let holder = try await rig.accounts.logins.signIn(
            with: try await digits(for: number, rig), to: rig.app, context: rig.context)
        let other = try await rig.caller(try await rig.signUp())
        let code = try await digits(for: number, rig)
        guard
            case .taken(let proof?) = try await rig.accounts.logins.addCredential(
                .phone, with: code, to: other, context: rig.context)
        else {
            Issue.record("the phone number belongs to another account")
            return
        }
        #expect(
            try await rig.code {
                _ = try await rig.accounts.logins.addCredential(.phone, with: code, to: other, context: rig.context)
            }
                == .ticketExpired)
        guard
            case .taken(nil) = try await rig.accounts.logins.addCredential(
                .phone, with: .link(proof), to: other, context: rig.context)
        else {
            Issue.record("the proof makes no other one")
            return
        }
        let entered = try await rig.accounts.logins.signIn(with: .link(proof), to: rig.app, context: rig.context)
        #expect(entered.view.account.id == holder.view.account.id)
        #expect(
            try await rig.code {
                _ = try await rig.accounts.logins.signIn(with: .link(proof), to: rig.app, context: rig.context)
            } == .ticketExpired)
    }

    @Test func `a claimed email address gets a new account, and the phone number stays with the old one`() async throws
    {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let squatter = try await rig.caller(try await rig.signUp())
        let number = try Self.number()
        _ = try await rig.accounts.logins.addCredential(
            .phone, with: try await digits(for: number, rig), to: squatter, context: rig.context)
        try await rig.accounts.codes.sendCode(.signIn(try rig.email()), of: rig.app, context: rig.context)
        let owner = try await rig.accounts.logins.signIn(
            with: .link(try await rig.lastCode()), to: rig.app, context: rig.context)
        #expect(owner.view.account.id != squatter.session.account && owner.view.methods == ["email"])
        let back = try await rig.accounts.logins.signIn(
            with: try await digits(for: number, rig), to: rig.app, context: rig.context)
        #expect(back.view.account.id == squatter.session.account && back.view.methods == ["phone"])
    }

    @Test func `a code is rejected after its phone number moves to another account`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let number = try Self.number()
        var order = AccountUpdate()
        order.phone = .set(number)
        let first = try await rig.accounts.operators.createAccount(order, in: rig.app, context: rig.context)
        let code = try await digits(for: number, rig)
        var removal = AccountUpdate()
        (removal.phone, removal.isVouchedFor) = (.remove, true)
        _ = try await rig.accounts.operators.change(
            first.view.account.id, by: removal, with: .all, in: rig.app, context: rig.context)
        _ = try await rig.accounts.operators.createAccount(order, in: rig.app, context: rig.context)
        #expect(
            try await rig.code {
                _ = try await rig.accounts.logins.signIn(with: code, to: rig.app, context: rig.context)
            } == .ticketExpired)
    }

    @Test func `a new phone number replaces the first one`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let caller = try await rig.caller(try await rig.signUp())
        let (first, second) = (try Self.number(), try Self.number("+16505550124"))
        for number in [first, second] {
            let code = try await digits(for: number, rig)
            _ = try await rig.accounts.logins.addCredential(.phone, with: code, to: caller, context: rig.context)
        }
        let view = try await rig.accounts.directory.account(caller.session.account, in: rig.app.id)
        #expect(view.login(.phone)?.name == second.description && view.login(.phone)?.isVerified == true)
        #expect(view.logins.count == 2)
    }
}
