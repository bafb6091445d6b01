import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of second factors on the account screen: an action's outcome is shown until the user dismisses it.
@MainActor @Suite struct AccountOutcomeTests {
    private static let credential = AuthCredential.google(idToken: Secret("person 1"), nonce: Nonce(Secret("n")))
    private static let phone = NewSecondFactor.phone("+33612345678")

    private let clock = ManualClock()
    private let service: MockAuthService
    private let manager: AuthManager
    private let state: AppState

    init() async throws {
        service = MockAuthService(clock: clock.clock)
        manager = AuthManager(service: service, store: MockSessionStore(), clock: clock.clock)
        state = AppState(auth: manager, profiles: ScriptedProfiles())
        try await manager.signIn(with: Self.credential)
        state.synchronize()
    }

    private var codes: [Secret]? { if case .recoveryCodes(let codes) = state.outcome { codes } else { nil } }

    @Test func `an authenticator app is added by its first code, and recovery codes come with it`() async throws {
        await state.startSecondFactorEnrollment(.authenticator())
        guard case .enrolment(.authenticator, let setup) = state.outcome else {
            Issue.record("nothing was begun")
            return
        }
        var app = try #require(setup.secret.flatMap { Authenticator(key: $0) })
        await state.finishSecondFactorEnrollment(code: app.code(at: clock.now))
        let codes = try #require(codes)
        #expect(!codes.isEmpty && state.problem == nil && !state.isBusy)
        let factors = AccountData(factorsOf: state)
        await factors.load()
        #expect(factors.value?.factors.count == 1 && factors.value?.recoveryCodesLeft == codes.count)
        state.dismissOutcome()
        #expect(state.outcome == nil)
    }

    @Test func `a wrong first code is said, and the form stays for another`() async throws {
        await state.startSecondFactorEnrollment(Self.phone, language: "fr")
        await state.finishSecondFactorEnrollment(code: Secret("000000"))
        #expect(state.problem?.code == .invalidCredentials)
        guard case .enrolment(Self.phone, _) = state.outcome else {
            Issue.record("the form is gone")
            return
        }
        await state.finishSecondFactorEnrollment(code: Secret("123456"))
        #expect(codes != nil && state.problem == nil)
    }

    @Test func `with the second factor no codes are made that nobody has asked for`() async throws {
        await state.startSecondFactorEnrollment(Self.phone)
        await state.finishSecondFactorEnrollment(code: Secret("123456"))
        state.dismissOutcome()
        await state.startSecondFactorEnrollment(.authenticator())
        guard case .enrolment(_, let setup) = state.outcome else {
            Issue.record("nothing was begun")
            return
        }
        var app = try #require(setup.secret.flatMap { Authenticator(key: $0) })
        await state.finishSecondFactorEnrollment(code: app.code(at: clock.now))
        #expect(state.outcome == nil && service.count(of: .recoveryCodes) == 1)
    }

    @Test func `what the server wants confirmed is begun once that is done`() async throws {
        service.fail(.secondFactorBegin, with: AuthError(.reauthenticationRequired, "a test's"))
        await state.startSecondFactorEnrollment(Self.phone, language: "fr")
        #expect(state.unconfirmed == .addingFactor(Self.phone, language: "fr") && state.outcome == nil)
        service.fail(.secondFactorBegin, with: nil)
        await state.confirm(.addingFactor(Self.phone, language: "fr"), by: Self.credential)
        #expect(state.outcome != nil && state.problem == nil)
    }

    @Test func `a factor is taken away by itself`() async throws {
        await state.startSecondFactorEnrollment(Self.phone)
        await state.finishSecondFactorEnrollment(code: Secret("123456"))
        state.dismissOutcome()
        let factors = AccountData(factorsOf: state)
        await factors.load()
        let id = try #require(factors.value?.factors.first?.id)
        service.fail(.secondFactorRemoval, with: AuthError(.secondFactorRequired, "a test's"))
        await state.removeSecondFactor(id)
        #expect(state.confirmation != nil && state.unconfirmed == .removingFactor(id))
        service.fail(.secondFactorRemoval, with: nil)
        await state.sendSecondFactorCode()
        var form = try #require(state.confirmation)
        form.code = "123456"
        state.updateSecondFactor(form)
        await state.submitSecondFactor()
        await factors.load()
        #expect(factors.value?.factors.isEmpty == true && state.confirmation == nil)
    }

    @Test func `what was brought goes with its person, and what comes late is nobody's`() async throws {
        await state.startSecondFactorEnrollment(Self.phone)
        await state.finishSecondFactorEnrollment(code: Secret("123456"))
        #expect(state.outcome != nil)
        service.hold(.recoveryCodes)
        async let late: Void = state.generateRecoveryCodes()
        #expect(await eventually { service.count(of: .recoveryCodes) == 2 })
        await state.signOut()
        #expect(state.outcome == nil)
        service.release(.recoveryCodes)
        await late
        #expect(state.outcome == nil && state.currentUser == nil && state.problem == nil)
    }

    @Test func `the form and what follows it are one place, until something is shown or wrong`() async throws {
        await state.startSecondFactorEnrollment(Self.phone)
        await state.finishSecondFactorEnrollment(code: Secret("123456"))
        state.dismissOutcome()
        service.fail(.recoveryCodes, with: AuthError(.secondFactorRequired, "a test's"))
        await state.generateRecoveryCodes()
        service.fail(.recoveryCodes, with: nil)
        await state.sendSecondFactorCode()
        var form = try #require(state.confirmation)
        form.code = "123456"
        state.updateSecondFactor(form)
        service.hold(.recoveryCodes)
        async let shown: Void = state.submitSecondFactor()
        #expect(await eventually { service.count(of: .recoveryCodes) == 3 })
        #expect(state.confirmation == nil && state.outcome == nil && state.isFinishing)
        service.release(.recoveryCodes)
        await shown
        #expect(codes != nil && !state.isFinishing)
    }

    @Test func `that nobody can tell whether codes are there is said`() async throws {
        await state.startSecondFactorEnrollment(Self.phone)
        service.fail(.secondFactors, with: AuthError(.offline, "a test's"))
        await state.finishSecondFactorEnrollment(code: Secret("123456"))
        #expect(state.outcome == nil && state.problem?.code == .offline)
    }

    @Test func `what took too long is not shown any more`() async throws {
        await state.startSecondFactorEnrollment(Self.phone)
        service.fail(.secondFactorAdd, with: AuthError(.ticketExpired, "a test's"))
        await state.finishSecondFactorEnrollment(code: Secret("123456"))
        #expect(state.outcome == nil && state.problem?.code == .ticketExpired)
    }

    @Test func `an authenticator app is added once, and as many phones as there are`() {
        let offered: [SecondFactorKind] = [.authenticator, .phone]
        let app = SecondFactorInfo(id: "f-1", kind: .authenticator)
        let phone = SecondFactorInfo(id: "f-2", kind: .phone)
        func addable(_ factors: [SecondFactorInfo]) -> [SecondFactorKind] {
            SecondFactorStatus(factors: factors, offered: offered, recoveryCodesLeft: 0).addable
        }
        #expect(addable([]) == offered && addable([phone]) == offered && addable([app, phone]) == [.phone])
    }

    @Test func `a mail that verifies the address is sent to the account's`() async {
        #expect(await state.sendVerification(language: "fr"))
        #expect(service.emailRecipients.count == 1 && !state.isBusy)
        service.fail(.verification, with: AuthError(.rateLimited, "a test's"))
        #expect(await !state.sendVerification())
        #expect(state.problem?.code == .rateLimited)
    }

    @Test func `codes print as no codes`() async throws {
        await state.startSecondFactorEnrollment(Self.phone)
        await state.finishSecondFactorEnrollment(code: Secret("123456"))
        let code = try #require(codes?.first)
        var text = "\(state.flow)"
        dump(state.flow, to: &text)
        #expect(!text.contains(code.exposed) && !text.contains("33612345678"))
    }
}
