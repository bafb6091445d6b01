import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of the undo link that is emailed to the old address when an account's address changes.
struct AddressUndoTests {
    private static let number = PhoneNumber("+33612345670")
    private static let other = PhoneNumber("+33612345671")

    @Test func `an undone change preserves what existed before and removes what came after`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let (number, other) = (try #require(Self.number), try #require(Self.other))
        let thief = try await rig.owner()
        try await rig.link("before", to: thief)
        _ = try await rig.addApp(to: thief)
        try await rig.change(to: 2, by: thief)
        let undo = try await rig.lastCode()
        rig.storage.clock.advance(by: 60)
        let code = PresentedCode.digits(try await rig.mailed(.signIn(number)), .signIn, .phone, number.description)
        _ = try await rig.accounts.logins.addCredential(.phone, with: code, to: thief, context: rig.context)
        _ = try await rig.accounts.secondFactors.startFactorEnrollment(.phone(other), of: thief, context: rig.context)
        _ = try await rig.accounts.secondFactors.finishFactorEnrollment(
            .phone, with: try await rig.lastCode(), of: thief, context: rig.context)
        _ = try await rig.accounts.secondFactors.generateRecoveryCodes(of: thief, context: rig.context)
        rig.storage.clock.advance(by: 60)

        let view = try await rig.undo(undo)
        #expect(view.identities.map(\.subject) == ["before"])
        #expect(view.logins.map(\.name) == ["test.user.1@example.com"] && view.factors.map(\.kind) == [.totp])
        #expect(try await rig.isOut(thief))
        let (account, app) = (view.account.id, rig.app.id)
        #expect(try await rig.accounts.secondFactors.recoveryCodesLeft(of: account, in: app) == 0)
        #expect(try await rig.accounts.account.details(of: account, in: app).tokensValidAfter == rig.storage.clock.now)
        let epochs = try await rig.storage.engine.read { reader throws(StorageError) in
            try reader.epochs(of: account, in: app)
        }
        #expect(epochs?[.password] == rig.storage.clock.now.millisecondsSince1970)
    }

    @Test func `an email address replaced with a sign-in code gets an undo link too`() async throws {
        let rig = try await PasswordRig()
        let thief = try await rig.owner()
        let code = try await rig.mailed(.signIn(try rig.email(2)))
        _ = try await rig.accounts.logins.addCredential(.email, with: .link(code), to: thief, context: rig.context)
        let undo = try await rig.lastCode()
        #expect(rig.messages.sent.last?.recipient == "test.user.1@example.com")
        #expect(try await rig.undo(undo).login(.email)?.name == "test.user.1@example.com")
    }

    @Test func `the first undo link still works after later changes of the email address`() async throws {
        let rig = try await PasswordRig()
        let thief = try await rig.owner()
        try await rig.change(to: 2, by: thief)
        let undo = try await rig.lastCode()
        for number in [1, 3] {
            rig.storage.clock.advance(by: 1)
            try await rig.change(to: number, by: thief)
        }
        #expect(try await rig.undo(undo).login(.email)?.name == "test.user.1@example.com")
    }

    @Test func `an account that lost its email address cannot be merged into another`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let number = try #require(Self.number)
        let thief = try await rig.owner()
        try await rig.change(to: 2, by: thief)
        let undo = try await rig.lastCode()
        try await rig.link("thief", to: thief)
        let code = PresentedCode.digits(try await rig.mailed(.signIn(number)), .signIn, .phone, number.description)
        let accomplice = try await rig.caller(
            try await rig.accounts.logins.signIn(with: code, to: rig.app, context: rig.context))
        let refused = try await rig.code { try await rig.link("thief", to: accomplice, onConflict: .merge) }
        #expect(refused == .invalidTransition)
        #expect(try await rig.undo(undo).account.id == thief.session.account)
    }

    @Test func `an earlier merge cannot be undone after an email change was undone`() async throws {
        let rig = try await PasswordRig()
        _ = try await rig.person("joined")
        let thief = try await rig.owner()
        try await rig.link("joined", to: thief, onConflict: .merge)
        try await rig.change(to: 2, by: thief)
        let undo = try await rig.lastCode()
        _ = try await rig.undo(undo)
        let owner = try await rig.person("joined")
        #expect(owner.session.account == thief.session.account)
        #expect(try await rig.accounts.linking.undoEnd(of: owner) == nil)
    }
}
