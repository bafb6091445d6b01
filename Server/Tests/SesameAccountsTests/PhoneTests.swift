import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

struct PhoneTests {
    private static func number(_ text: String = "+16505550123") throws -> PhoneNumber {
        try #require(PhoneNumber(text))
    }

    private func digits(for number: PhoneNumber, _ rig: PasswordRig) async throws -> PresentedCode {
        try await rig.accounts.sendCode(.signIn(number), of: rig.app, context: rig.context)
        return .digits(try await rig.lastCode(), .signIn, .phone, number.description)
    }

    @Test func `a ticket opens for its app only, says when it was made, and hides its number`() async throws {
        let rig = try await PasswordRig()
        let number = try Self.number()
        let ticket = try rig.accounts.phoneTicket(for: number, in: rig.app)
        let opened = try #require(rig.accounts.phoneTicket(ticket, in: rig.app))
        #expect(opened.number == number && !opened.isOver(at: opened.madeAt.addingTimeInterval(599)))
        #expect(opened.isOver(at: opened.madeAt.addingTimeInterval(600)))
        let elsewhere = App(id: try #require(AppID("elsewhere")))
        #expect(rig.accounts.phoneTicket(ticket, in: elsewhere) == nil)
        #expect(try rig.accounts.phoneTicket(for: number, in: rig.app).exposed != ticket.exposed)
        for text in ["", "pt_", "pt_AAAA", String(ticket.exposed.dropLast(4)), ticket.exposed.uppercased()] {
            #expect(rig.accounts.phoneTicket(Secret(text), in: rig.app) == nil, "\(text)")
        }
    }

    @Test func `who is not known gets no account where only the known sign in`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let code = try await digits(for: try Self.number(), rig)
        let refused = try await rig.code {
            _ = try await rig.accounts.signIn(with: code, to: rig.app, for: .known, context: rig.context)
        }
        #expect(refused == .accountNotFound)
        #expect(try await rig.accounts.signIn(with: code, to: rig.app, context: rig.context).isNewUser)
    }

    @Test func `a number of another account's is proved once, and moves to nobody`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let number = try Self.number()
        let holder = try await rig.accounts.signIn(
            with: try await digits(for: number, rig), to: rig.app, context: rig.context)
        let other = try await rig.caller(try await rig.signUp())
        let code = try await digits(for: number, rig)
        guard
            case .taken(let proof?) = try await rig.accounts.addLogin(
                .phone, with: code, to: other, context: rig.context)
        else {
            Issue.record("the number is another account's")
            return
        }
        #expect(
            try await rig.code {
                _ = try await rig.accounts.addLogin(.phone, with: code, to: other, context: rig.context)
            }
                == .ticketExpired)
        guard
            case .taken(nil) = try await rig.accounts.addLogin(
                .phone, with: .link(proof), to: other, context: rig.context)
        else {
            Issue.record("the proof makes no other one")
            return
        }
        let entered = try await rig.accounts.signIn(with: .link(proof), to: rig.app, context: rig.context)
        #expect(entered.view.account.id == holder.view.account.id)
        #expect(
            try await rig.code {
                _ = try await rig.accounts.signIn(with: .link(proof), to: rig.app, context: rig.context)
            } == .ticketExpired)
    }

    @Test func `who proves an address first leaves whoever bound it before no number to come back by`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let squatter = try await rig.caller(try await rig.signUp())
        let number = try Self.number()
        _ = try await rig.accounts.addLogin(
            .phone, with: try await digits(for: number, rig), to: squatter, context: rig.context)
        try await rig.accounts.sendCode(.signIn(try rig.email()), of: rig.app, context: rig.context)
        let owner = try await rig.accounts.signIn(
            with: .link(try await rig.lastCode()), to: rig.app, context: rig.context)
        #expect(owner.view.account.id == squatter.session.account && owner.view.methods == ["email"])
        let back = try await rig.accounts.signIn(
            with: try await digits(for: number, rig), to: rig.app, context: rig.context)
        #expect(back.isNewUser && back.view.account.id != owner.view.account.id)
    }

    @Test func `another number takes the place of the first`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let caller = try await rig.caller(try await rig.signUp())
        let (first, second) = (try Self.number(), try Self.number("+16505550124"))
        for number in [first, second] {
            let code = try await digits(for: number, rig)
            _ = try await rig.accounts.addLogin(.phone, with: code, to: caller, context: rig.context)
        }
        let view = try await rig.accounts.account(caller.session.account, in: rig.app.id)
        #expect(view.login(.phone)?.name == second.description && view.login(.phone)?.isVerified == true)
        #expect(view.logins.count == 2)
    }
}
