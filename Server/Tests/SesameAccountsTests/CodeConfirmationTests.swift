import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of a sign-in code with which a signed-in user reauthenticates.
struct CodeConfirmationTests {
    private func digits(_ rig: PasswordRig, to receiver: Int = 1) async throws -> PresentedCode {
        let email = try rig.email(receiver)
        try await rig.accounts.codes.sendCode(.signIn(email, as: .digits), of: rig.app, context: rig.context)
        return .digits(try await rig.lastCode(), .signIn, .email, email.description)
    }

    private func signIn(_ code: PresentedCode, as role: String? = nil, _ rig: PasswordRig) async throws -> SignIn {
        try await rig.accounts.logins.signIn(with: code, to: rig.app, as: role, context: rig.context)
    }

    private func confirm(_ caller: Caller, _ code: PresentedCode, _ rig: PasswordRig) async throws -> Session {
        try await rig.accounts.logins.reauthenticate(caller, with: code, context: rig.context)
    }

    @Test func `a code confirms the same session once where a recent sign-in is required`() async throws {
        let rig = try await PasswordRig()
        let begun = try await rig.caller(try await signIn(try await digits(rig), rig)).session
        rig.storage.clock.advance(by: StepUp.window + 1)
        let caller = try await rig.caller(in: begun)
        func others(_ caller: Caller) async throws -> AuthError.Code? {
            try await rig.code { try await rig.accounts.sessions.endOtherSessions(of: caller, context: rig.context) }
        }
        #expect(try await others(caller) == .reauthenticationRequired)
        let code = try await digits(rig)
        let session = try await confirm(caller, code, rig)
        #expect(session.id == begun.id)
        #expect(try await others(try await rig.caller(in: session)) == nil)
        #expect(try await rig.events(of: session.account).contains(.confirmed))
        #expect(try await rig.code { _ = try await confirm(caller, code, rig) } == .ticketExpired)
    }

    @Test func `wrong digits use up the code and confirm nothing`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await signIn(try await digits(rig), rig))
        let email = try rig.email().description
        let code = try await digits(rig)
        for _ in 0..<5 {
            let wrong = PresentedCode.digits(Secret("x"), .signIn, .email, email)
            #expect(try await rig.code { _ = try await confirm(caller, wrong, rig) } == .ticketExpired)
        }
        #expect(try await rig.code { _ = try await confirm(caller, code, rig) } == .ticketExpired)
    }

    @Test func `a code for another email address confirms nothing and remains valid`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await signIn(try await digits(rig), rig))
        let foreign = try await digits(rig, to: 2)
        #expect(try await rig.code { _ = try await confirm(caller, foreign, rig) } == .reauthenticationRequired)
        #expect(try await rig.login(2) == nil)
        #expect(try await signIn(foreign, rig).isNew)
    }

    @Test func `a code for an unverified email address confirms nothing and leaves the password unchanged`()
        async throws
    {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await rig.signUp())
        let code = try await digits(rig)
        #expect(try await rig.code { _ = try await confirm(caller, code, rig) } == .reauthenticationRequired)
        #expect(try await rig.login()?.password != nil)
        _ = try await rig.signIn()
    }

    @Test func `a code for an email address stated by a provider confirms nothing and adds no login`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.person("1")
        let code = try await digits(rig)
        #expect(try await rig.code { _ = try await confirm(caller, code, rig) } == .reauthenticationRequired)
        #expect(try await rig.login() == nil)
    }

    @Test func `a code cannot confirm an ended session`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await signIn(try await digits(rig), rig))
        let code = try await digits(rig)
        try await rig.accounts.sessions.endSession(caller.session.id, of: caller, context: rig.context)
        #expect(try await rig.code { _ = try await confirm(caller, code, rig) } == .sessionEnded)
    }

    @Test func `a second factor is required instead of the code, which remains valid`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await signIn(try await digits(rig), rig))
        let factor = SecondFactor(
            id: "f", app: rig.app.id, account: caller.session.account, displayName: nil,
            enrolledAt: rig.storage.clock.now, credential: .phone(try #require(PhoneNumber("+33612345678"))))
        try await rig.storage.engine.write { transaction throws(StorageError) in try transaction.put(factor) }
        let code = try await digits(rig)
        #expect(try await rig.code { _ = try await confirm(caller, code, rig) } == .secondFactorRequired)
        #expect(try await rig.code { _ = try await signIn(code, rig) } == .secondFactorRequired)
    }

    @Test func `a sign-in with another role is rejected and leaves the code valid`() async throws {
        let rig = try await PasswordRig(roles: ["ACTEUR", "RECRUTEUR"])
        let signUp = try await rig.accounts.logins.signUp(
            email: try rig.email(), password: PasswordRig.password, to: rig.app, role: "ACTEUR", context: rig.context)
        _ = try await signIn(try await digits(rig), rig)
        let code = try await digits(rig)
        #expect(try await rig.code { _ = try await signIn(code, as: "RECRUTEUR", rig) } == .roleMismatch)
        let result = try await signIn(code, as: "ACTEUR", rig)
        #expect(result.view.account.id == signUp.view.account.id)
    }

    @Test func `a code rejected for its role still claims the account and removes the squatter's password`()
        async throws
    {
        let rig = try await PasswordRig(roles: ["ACTEUR", "RECRUTEUR"])
        _ = try await rig.accounts.logins.signUp(
            email: try rig.email(), password: PasswordRig.password, to: rig.app, role: "ACTEUR", context: rig.context)
        let code = try await digits(rig)
        #expect(try await rig.code { _ = try await signIn(code, as: "RECRUTEUR", rig) } == .roleMismatch)
        let login = try #require(try await rig.login())
        #expect(login.isClaimed && login.password == nil)
    }
}
