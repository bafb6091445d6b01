import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of second factors and verification emails on the account screen. An enrollment or new recovery codes are shown
/// until the user dismisses them or signs out.
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

    @Test func `adding an authenticator app with its first code shows recovery codes`() async throws {
        await state.startSecondFactorEnrollment(.authenticator())
        guard case .enrollment(.authenticator, let setup) = state.outcome else {
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

    @Test func `a wrong first code is reported, and the form stays open`() async throws {
        await state.startSecondFactorEnrollment(Self.phone, language: "fr")
        await state.finishSecondFactorEnrollment(code: Secret("000000"))
        #expect(state.problem?.code == .invalidCredentials)
        guard case .enrollment(Self.phone, _) = state.outcome else {
            Issue.record("the form is gone")
            return
        }
        await state.finishSecondFactorEnrollment(code: Secret("123456"))
        #expect(codes != nil && state.problem == nil)
    }

    @Test func `adding another second factor creates no new recovery codes`() async throws {
        await state.startSecondFactorEnrollment(Self.phone)
        await state.finishSecondFactorEnrollment(code: Secret("123456"))
        state.dismissOutcome()
        await state.startSecondFactorEnrollment(.authenticator())
        guard case .enrollment(_, let setup) = state.outcome else {
            Issue.record("nothing was begun")
            return
        }
        var app = try #require(setup.secret.flatMap { Authenticator(key: $0) })
        await state.finishSecondFactorEnrollment(code: app.code(at: clock.now))
        #expect(state.outcome == nil && service.count(of: .recoveryCodes) == 1)
    }

    @Test func `an enrollment that requires confirmation starts once it is confirmed`() async throws {
        service.fail(.secondFactorBegin, with: AuthError(.reauthenticationRequired, "a test's"))
        await state.startSecondFactorEnrollment(Self.phone, language: "fr")
        #expect(state.unconfirmed == .addingFactor(Self.phone, language: "fr") && state.outcome == nil)
        service.fail(.secondFactorBegin, with: nil)
        await state.confirm(.addingFactor(Self.phone, language: "fr"), by: Self.credential)
        #expect(state.outcome != nil && state.problem == nil)
    }

    @Test func `removing a second factor is confirmed by that factor's own code`() async throws {
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

    @Test func `a sign-out dismisses the outcome, and a late one is ignored`() async throws {
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

    @Test func `isFinishing is true between the confirmation form and its outcome`() async throws {
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

    @Test func `a failure to look for recovery codes is reported`() async throws {
        await state.startSecondFactorEnrollment(Self.phone)
        service.fail(.secondFactors, with: AuthError(.offline, "a test's"))
        await state.finishSecondFactorEnrollment(code: Secret("123456"))
        #expect(state.outcome == nil && state.problem?.code == .offline)
    }

    @Test func `an expired enrollment is dismissed and reported`() async throws {
        await state.startSecondFactorEnrollment(Self.phone)
        service.fail(.secondFactorAdd, with: AuthError(.ticketExpired, "a test's"))
        await state.finishSecondFactorEnrollment(code: Secret("123456"))
        #expect(state.outcome == nil && state.problem?.code == .ticketExpired)
    }

    @Test func `an authenticator app can be added once, and phones any number of times`() {
        let offered: [SecondFactorKind] = [.authenticator, .phone]
        let app = SecondFactorInfo(id: "f-1", kind: .authenticator)
        let phone = SecondFactorInfo(id: "f-2", kind: .phone)
        func addable(_ factors: [SecondFactorInfo]) -> [SecondFactorKind] {
            SecondFactorStatus(factors: factors, offered: offered, recoveryCodesLeft: 0).addable
        }
        #expect(addable([]) == offered && addable([phone]) == offered && addable([app, phone]) == [.phone])
    }

    @Test func `sending a verification email succeeds, or reports why it failed`() async {
        #expect(await state.sendVerification(language: "fr"))
        #expect(service.emailRecipients.count == 1 && !state.isBusy)
        service.fail(.verification, with: AuthError(.rateLimited, "a test's"))
        #expect(await !state.sendVerification())
        #expect(state.problem?.code == .rateLimited)
    }

    @Test func `printing the flow shows neither recovery codes nor the phone number`() async throws {
        await state.startSecondFactorEnrollment(Self.phone)
        await state.finishSecondFactorEnrollment(code: Secret("123456"))
        let code = try #require(codes?.first)
        var text = "\(state.flow)"
        dump(state.flow, to: &text)
        #expect(!text.contains(code.exposed) && !text.contains("33612345678"))
    }
}
