import SesameCore
import SesameTesting
import SesameTexts
import Testing

@testable import Sesame

/// Tests of the form for a sign-in code: the email address or phone number, then the code.
@MainActor @Suite struct CodeFormTests {
    private static let email = "test.user.1@example.com"

    private let clock = ManualClock()
    private let service: MockAuthService
    private let log = RecordingLog()
    private let state: AppState

    init() {
        service = MockAuthService(clock: clock.clock)
        let manager = AuthManager(service: service, store: MockSessionStore(), log: log, clock: clock.clock)
        state = AppState(auth: manager, profiles: ScriptedProfiles())
    }

    /// Returns a form whose code has been sent.
    private func sent(to receiver: String = email) async throws -> CodeForm {
        var form = CodeForm(.both)
        form.receiver = receiver
        return try #require(await state.sendCode(of: form, language: "fr"))
    }

    private func typed(_ code: String, _ form: CodeForm) -> CodeForm {
        var form = form
        form.code = code
        return form
    }

    @Test(arguments: CodeForm.Receivers.allCases)
    func `a form accepts only the receivers that the app allows`(receivers: CodeForm.Receivers) {
        var form = CodeForm(receivers)
        #expect(form.asksForReceiver && !form.isComplete)
        form.receiver = Self.email
        #expect(form.isComplete == (receivers != .phones))
        form.receiver = " +33 6 12-34.56(78)\n"
        #expect(form.isComplete == (receivers != .emails))
        #expect(form.typedReceiver == "+33612345678")
        for wrong in ["0612345678", "+", "+-"] {
            form.receiver = wrong
            #expect(!form.isComplete, "\(wrong)")
        }
        form.receiver = "+jo.do-e@example.com"
        #expect(form.isComplete == (receivers != .phones) && form.typedReceiver == form.receiver)
    }

    @Test func `an app's options determine where codes can be sent`() {
        #expect(SignInOptions().codeReceivers == nil)
        #expect(SignInOptions(allowsMailedCodes: true).codeReceivers == .emails)
        #expect(SignInOptions(allowsTextedCodes: true).codeReceivers == .phones)
        #expect(SignInOptions(.mock(), allowsMailedCodes: true, allowsTextedCodes: true).codeReceivers == .both)
        let client = SesameClient(.mock(), allowsMailedCodes: true)
        #expect(client.options.codeReceivers == .emails)
    }

    @Test func `a user signs in with a code after entering a wrong one`() async throws {
        let form = try await sent()
        #expect(service.emailRecipients == [Self.email] && !form.asksForReceiver && !form.isComplete)
        #expect(await !state.use(typed("654321", form)))
        let problem = try #require(state.problem)
        #expect(Texts(.english).explanation(of: problem, besideCode: true) == Texts(.english)[.codeWrong])
        #expect(Texts(.english).explanation(of: problem, besideCode: false) != Texts(.english)[.codeWrong])
        #expect(typed("123456", form).isComplete)
        #expect(await state.use(typed("123456", form)))
        #expect(state.currentUser?.email == Self.email && state.problem == nil)
    }

    @Test func `an SMS is sent to the phone number without its spaces`() async throws {
        _ = try await sent(to: "+33 6 12 34 56 78")
        #expect(service.smsRecipients == ["+33612345678"])
    }

    @Test func `a code that cannot be sent is reported as a problem`() async {
        var form = CodeForm(.emails)
        form.receiver = Self.email
        service.fail(.signInCode, with: AuthError(.offline, "a test's"))
        #expect(await state.sendCode(of: form) == nil)
        #expect(state.problem?.code == .offline && !state.isBusy)
    }

    @Test func `choosing another receiver clears the code, and the form no longer signs in`() async throws {
        var form = typed("123456", try await sent())
        form.chooseReceiver()
        #expect(form.asksForReceiver && form.receiver == Self.email && form.code.isEmpty)
        #expect(await !state.use(form))
        #expect(state.currentUser == nil)
    }

    @Test func `a user with a code sign-in confirms a deletion by code`() async throws {
        #expect(await state.use(typed("123456", try await sent())))
        let user = try #require(state.currentUser)
        service.fail(.delete, with: AuthError(.reauthenticationRequired, "a test's"))
        await state.deleteAccount()
        service.fail(.delete, with: nil)
        let act = try #require(state.unconfirmed)
        var form = try #require(CodeForm(confirming: act, user, .emails))
        #expect(!form.asksForReceiver && form.isComplete && form.act == .deletion)
        form = try #require(await state.sendCode(of: form))
        #expect(await !state.use(typed("654321", form)))
        #expect(state.problem?.code == .invalidCredentials && state.currentUser != nil)
        #expect(log.lines.last?.hasPrefix("deletion_failed code=invalid_credentials") == true)
        #expect(await state.use(typed("123456", form)))
        #expect(state.currentUser == nil && state.problem == nil)
    }

    @Test func `a code cannot confirm for a user of other sign-in methods`() {
        #expect(CodeForm(confirming: .deletion, .mock(providers: ["google", "password"]), .both) == nil)
        #expect(CodeForm(confirming: .deletion, .mock(isAnonymous: true), .both) == nil)
        #expect(CodeForm(confirming: .deletion, .mock(providers: ["email"]), .phones) == nil)
    }

    @Test func `a user who signs in by phone number enters it again to confirm a deletion`() async throws {
        let form = try await sent(to: "+33612345678")
        #expect(await state.use(typed("123456", form)))
        let user = try #require(state.currentUser)
        #expect(CodeForm(confirming: .deletion, user, .emails) == nil)
        service.fail(.delete, with: AuthError(.reauthenticationRequired, "a test's"))
        await state.deleteAccount()
        service.fail(.delete, with: nil)
        var next = try #require(CodeForm(confirming: .deletion, user, .both))
        #expect(next.asksForReceiver && !next.isComplete)
        #expect(Texts(.english).instruction(for: next) == Texts(.english)[.factorPhoneText])
        next.receiver = "+33612345678"
        next = try #require(await state.sendCode(of: next))
        #expect(await state.use(typed("123456", next)))
        #expect(state.currentUser == nil)
    }

    @Test func `a user with an email address and a phone number chooses between them`() throws {
        let form = try #require(CodeForm(confirming: .deletion, .mock(providers: ["email", "phone"]), .both))
        #expect(form.receivers == .both && form.asksForReceiver && form.isComplete)
        #expect(
            CodeForm(confirming: .deletion, .mock(providers: ["email", "phone"]), .emails)?.asksForReceiver == false)
    }

    @Test func `an accepted code closes the form, even if the action then fails`() async throws {
        #expect(await state.use(typed("123456", try await sent())))
        let user = try #require(state.currentUser)
        var form = try #require(CodeForm(confirming: .deletion, user, .emails))
        form = try #require(await state.sendCode(of: form))
        service.fail(.delete, with: AuthError(.offline, "a test's"))
        #expect(await state.use(typed("123456", form)))
        #expect(state.problem?.code == .offline && state.currentUser != nil && state.unconfirmed == nil)
    }

    @Test func `another user's code confirms nothing, and the form says so`() async throws {
        #expect(await state.use(typed("123456", try await sent())))
        let user = try #require(state.currentUser)
        var form = try #require(CodeForm(confirming: .deletion, user, .emails))
        form.receiver = "test.user.2@example.com"
        form = try #require(await state.sendCode(of: form))
        #expect(await !state.use(typed("123456", form)))
        let problem = try #require(state.problem)
        #expect(Texts(.english).explanation(of: problem, besideCode: true) == Texts(.english)[.codeForeign])
        state.giveUp(form)
        #expect(state.problem == nil && state.unconfirmed == nil && state.currentUser != nil)
    }

    @Test func `a guest who enters a code first chooses whether to leave the guest account`() async throws {
        await state.signInAnonymously()
        let form = typed("123456", try await sent())
        #expect(await !state.use(form))
        let question = try #require(state.accountChoice)
        clock.advance(by: .seconds(3))
        await state.choose(.switch, in: question, by: form.source)
        #expect(state.currentUser?.email == Self.email)
    }

    @Test func `printing a form shows only its name`() async throws {
        let form = typed("123456", try await sent())
        var text = "\(form)"
        #expect(text == "CodeForm")
        dump(form, to: &text)
        #expect(!text.contains("test.user") && !text.contains("123456"))
    }

    @Test func `the form's texts match its step`() async throws {
        let texts = Texts(.english)
        #expect(texts.instruction(for: CodeForm(.emails)) == texts[.codeEmailText])
        #expect(texts.instruction(for: CodeForm(.phones)) == texts[.factorPhoneText])
        #expect(texts.label(of: .both) == texts[.codeReceiver])
        #expect(texts.action(of: CodeForm(.both)) == texts[.codeSend])
        let form = try await sent()
        #expect(texts.instruction(for: form).contains(Self.email))
        #expect(texts.action(of: form) == texts[.loginTitle] && texts.heading(of: form) == texts[.codeTitle])
        let user = UserAuthInfo.mock(providers: ["email"])
        let deletion = try #require(CodeForm(confirming: .deletion, user, .both))
        #expect(texts.instruction(for: deletion).contains(Self.email))
        #expect(texts.heading(of: deletion) == texts[.deleteAccountQuestion])
        let sent = try #require(await state.sendCode(of: deletion))
        #expect(texts.action(of: sent) == texts[.deleteAccountConfirm])
    }
}
