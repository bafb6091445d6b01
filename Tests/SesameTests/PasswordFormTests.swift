import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of the form with an address and a password: its fields, and its effects.
@MainActor @Suite struct PasswordFormTests {
    private static let email = "test.user.1@example.com"
    private static let password = "four large red kites"

    private let clock = ManualClock()
    private let service: MockAuthService
    private let manager: AuthManager
    private let state: AppState

    init() {
        service = MockAuthService(clock: clock.clock)
        manager = AuthManager(service: service, store: MockSessionStore(), clock: clock.clock)
        state = AppState(auth: manager, profiles: ScriptedProfiles())
    }

    private func form(_ purpose: PasswordForm.Purpose, _ password: String = password) -> PasswordForm {
        var form = PasswordForm(purpose)
        (form.email, form.password) = (Self.email, password)
        return form
    }

    /// Registers the test's email address and password on another device.
    private func signUpElsewhere() async throws {
        let other = AuthManager(service: service, store: MemorySessionStore(), clock: clock.clock)
        try await other.signIn(using: form(.registration).registration([]))
    }

    // MARK: What is typed

    @Test func `a form is complete when everything that it asks for is entered`() {
        for purpose in PasswordForm.Purpose.allCases {
            var form = PasswordForm(purpose)
            #expect(!form.isComplete())
            if form.asksForEmail {
                form.password = "p"
                form.email = "test.user.1"
                #expect(!form.isComplete(), "no address: \(purpose)")
                form.email = Self.email
            }
            if form.asksForPassword {
                form.password = ""
                #expect(!form.isComplete(), "no password: \(purpose)")
                form.password = "p"
            }
            if purpose == .change {
                #expect(!form.isComplete())
                form.nextPassword = "q"
            }
            #expect(form.isComplete(), "\(purpose)")
        }
    }

    @Test func `only a form for a new account asks for fields, and for the email address once`() {
        let city = RegistrationField("city", isRequired: true)
        let fields = [RegistrationField("mail", .email, isRequired: true), city]
        var form = form(.registration)
        #expect(form.fields(of: fields) == [city] && !form.isComplete(fields))
        form[city] = " "
        #expect(!form.isComplete(fields))
        form[city] = "Lyon"
        #expect(form.isComplete(fields))
        #expect(form.registration(fields).profile == ["city": "Lyon", "mail": .string(Self.email)])
        form.purpose = .signIn
        #expect(form.fields(of: fields).isEmpty && form.isComplete(fields))
        form.purpose = .keeping
        #expect(form.registration(fields).profile == ["city": "Lyon", "mail": .string(Self.email)])
        form.purpose = .addition
        #expect(form.registration(fields).profile.members.isEmpty)
    }

    @Test(arguments: [" test.user.1@example.com", "test.user.1@example.com \n", "\ttest.user.1@example.com\u{a0}"])
    func `spaces around the email address are removed`(typed: String) {
        var form = PasswordForm(.signIn)
        form.email = typed
        #expect(form.credential.email == Self.email)
        form.email = " "
        #expect(form.credential.email.isEmpty)
    }

    @Test func `printing a form shows only its name`() {
        #expect("\(form(.signIn))" == "PasswordForm")
        var text = ""
        dump(form(.signIn), to: &text)
        #expect(!text.contains(Self.password) && !text.contains("test.user"))
    }

    // MARK: What is done

    @Test func `a user registers and signs in with the same password, but with no other`() async throws {
        #expect(await state.send(form(.registration)))
        let uid = try #require(state.currentUser?.uid)
        await state.signOut()
        #expect(await !state.send(form(.signIn, "another password")))
        #expect(state.problem?.code == .invalidCredentials && state.currentUser == nil)
        clock.advance(by: .seconds(3))
        #expect(await state.send(form(.signIn)))
        #expect(state.currentUser?.uid == uid && state.problem == nil)
    }

    @Test func `a registration sends the role and the fields`() async throws {
        var form = form(.registration)
        let city = RegistrationField("city")
        form[city] = "Lyon"
        #expect(await state.send(form, fields: [city], role: "ACTEUR"))
        guard case .passwordRegistration(let sent) = service.credentials.last else {
            Issue.record("no registration was sent")
            return
        }
        #expect(sent.profile == ["city": "Lyon"] && sent.credential.role == "ACTEUR")
    }

    @Test func `the second step of a sign-in replaces the form, and a password reset does not end it`() async throws {
        #expect(await state.send(form(.registration)))
        let phone = NewSecondFactor.phone("+33612345678")
        _ = try await manager.startSecondFactorEnrollment(phone)
        _ = try await manager.finishSecondFactorEnrollment(phone, code: Secret("123456"))
        await state.signOut()
        clock.advance(by: .seconds(3))
        #expect(await state.send(form(.signIn)))
        #expect(state.currentUser == nil && state.screen.isOfSignIn)
        #expect(await state.send(form(.reset)))
        #expect(state.screen.isOfSignIn)
    }

    @Test func `a password reset is sent without a session, and its failure is reported`() async {
        #expect(await state.send(form(.reset), language: "fr"))
        #expect(service.emailRecipients == [Self.email] && state.problem == nil && !state.isBusy)
        service.fail(.passwordReset, with: AuthError(.offline, "a test's"))
        #expect(await !state.send(form(.reset)))
        #expect(state.problem?.code == .offline)
    }

    @Test func `a guest who adds a password stays in the same account`() async throws {
        await state.signInAnonymously()
        let guest = try #require(state.currentUser)
        clock.advance(by: .seconds(3))
        #expect(await state.send(form(.keeping)))
        #expect(state.currentUser?.uid == guest.uid && state.currentUser?.providers == ["password"])
    }

    @Test func `a guest whose email address has an account chooses, and needs its password to switch`() async throws {
        try await signUpElsewhere()
        await state.signInAnonymously()
        let guest = try #require(state.currentUser)
        clock.advance(by: .seconds(3))
        let wrong = form(.keeping, "another password")
        #expect(await !state.send(wrong))
        let question = try #require(state.accountChoice)
        #expect(question.choices == [.switch, .keep] && state.currentUser?.uid == guest.uid)
        clock.advance(by: .seconds(3))
        await state.choose(.switch, in: question, by: wrong.credential)
        #expect(state.problem?.code == .invalidCredentials && state.currentUser?.uid == guest.uid)
        clock.advance(by: .seconds(3))
        await state.choose(.switch, in: question, by: form(.keeping).credential)
        #expect(state.currentUser?.isAnonymous == false && state.problem == nil)
    }

    @Test func `a user adds a password after reauthentication`() async throws {
        let google = AuthCredential.google(idToken: Secret("person 1"), nonce: Nonce(Secret("n")))
        try await manager.signIn(with: google)
        state.synchronize()
        service.fail(.link, with: AuthError(.reauthenticationRequired, "a test's"))
        clock.advance(by: .seconds(3))
        #expect(await !state.send(form(.addition)))
        #expect(state.unconfirmed == .linking)
        service.fail(.link, with: nil)
        clock.advance(by: .seconds(3))
        await state.confirm(.linking, by: google)
        #expect(state.currentUser?.providers == ["google", "password"] && state.problem == nil)
    }

    @Test func `a password is changed only with the current one`() async throws {
        #expect(await state.send(form(.registration)))
        var form = PasswordForm(.change)
        (form.password, form.nextPassword) = ("another password", "five small blue kites")
        #expect(await !state.send(form))
        #expect(state.problem?.code == .invalidCredentials && state.unconfirmed == nil)
        form.password = Self.password
        #expect(await state.send(form))
        #expect(state.problem == nil && state.currentUser != nil)
        let other = AuthManager(service: service, store: MemorySessionStore(), clock: clock.clock)
        try await other.signIn(
            using: PasswordCredential(email: Self.email, password: Secret("five small blue kites")))
    }

    @Test func `a password change that requires confirmation waits for the second factor`() async throws {
        #expect(await state.send(form(.registration)))
        let phone = NewSecondFactor.phone("+33612345678")
        _ = try await manager.startSecondFactorEnrollment(phone)
        _ = try await manager.finishSecondFactorEnrollment(phone, code: Secret("123456"))
        service.fail(.passwordChange, with: AuthError(.secondFactorRequired, "a test's"))
        var form = PasswordForm(.change)
        (form.password, form.nextPassword) = (Self.password, "five small blue kites")
        #expect(await !state.send(form))
        service.fail(.passwordChange, with: nil)
        #expect(state.confirmation != nil && state.problem == nil)
        await state.sendSecondFactorCode()
        var factor = try #require(state.confirmation)
        factor.code = "123456"
        state.updateSecondFactor(factor)
        await state.submitSecondFactor()
        #expect(state.confirmation == nil && state.problem == nil)
        let step = await #expect(throws: AuthError.self) {
            try await AuthManager(service: service, store: MemorySessionStore(), clock: clock.clock).signIn(
                using: PasswordCredential(email: Self.email, password: Secret("five small blue kites")))
        }
        #expect(step?.code == .secondFactorRequired)
    }
}
