import SesameCore
import SesameTesting
import Testing

@testable import Sesame

@Suite struct SignInOptionsTests {
    struct Source: CredentialSource {
        func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            .google(idToken: Secret("t"), nonce: try await request.nonce())
        }
    }

    @Test func `a sign-in method without a source is not offered`() {
        #expect(SignInOptions().ways.isEmpty)
        #expect(SignInOptions(google: Source()).ways == [.google])
        #expect(
            SignInOptions(apple: Source(), google: Source(), allowsGuests: true).ways
                == [.apple, .google, .guest])
    }

    @Test func `a sign-in method has the given source, or none`() {
        let options = SignInOptions(google: Source(), roles: ["ACTEUR", "RECRUTEUR"])
        #expect(options.roles == ["ACTEUR", "RECRUTEUR"])
        #expect(options.source(for: .google) is Source)
        #expect(options.source(for: .apple) == nil)
        #expect(options.source(for: .guest) == nil)
    }

    @Test func `a configuration offers the sign-in methods that it has sources for`() {
        #expect(SignInOptions(.mock()).ways == [.apple, .google])
        #expect(SignInOptions(.mock(), allowsGuests: true).waysKeepingGuests == [.apple, .google])
        var configuration = AuthConfiguration.mock()
        configuration.apple = nil
        #expect(SignInOptions(configuration, allowsGuests: true).ways == [.google, .guest])
    }

    @Test func `a user confirms with their own sign-in methods, and a guest with none`() {
        let options = SignInOptions(.mock(), allowsGuests: true)
        #expect(options.ways(confirming: .mock(providers: ["google"])) == [.google])
        #expect(options.ways(confirming: .mock(isAnonymous: true)).isEmpty)
    }
}

@Suite struct OnboardingStepsTests {
    let steps = OnboardingSteps("name", "goals", "partner")

    @Test(arguments: [(nil, 0), ("name", 0), ("goals", 1), ("partner", 2), ("of another version", 0)])
    func `an onboarding continues at the stored step, or at the first if it is unknown`(_ stored: String?, _ index: Int)
    {
        #expect(steps.index(of: stored.map(OnboardingStep.init(rawValue:))) == index)
    }

    @Test func `steps lead from the first to the last and back`() {
        let step = { OnboardingStep(rawValue: $0) }
        #expect(steps.step(for: nil) == step("name"))
        #expect(steps.previous(to: nil) == nil)
        #expect(steps.next(after: nil) == step("goals"))
        #expect(steps.previous(to: step("partner")) == step("goals"))
        #expect(steps.next(after: step("partner")) == nil)
    }
}

@Suite struct RegistrationFieldTests {
    let fields = [
        RegistrationField("prenom", .givenName, isRequired: true),
        RegistrationField("nom", .familyName, isRequired: true), RegistrationField("bio"),
    ]
    let form = RegistrationForm(
        RegistrationOffer(
            ticket: Secret("t"), expiresIn: .seconds(1_800),
            prefill: .init(email: "one@example.com", givenName: "Test", familyName: nil)))

    @Test func `provider data fills in only empty fields`() {
        #expect(form.prefilled(fields).profile == ["prenom": "Test"])
        var written = form
        written[fields[0]] = "T."
        #expect(written.prefilled(fields).profile == ["prenom": "T."])
    }

    @Test func `an emptied field is not part of the profile`() {
        var filled = form.prefilled(fields)
        filled[fields[0]] = ""
        #expect(filled.profile == [:])
        #expect(filled[fields[0]] == "")
    }

    @Test func `a form is complete when every required field is filled in`() {
        var filled = form.prefilled(fields)
        #expect(!filled.isComplete(fields))
        filled[fields[1]] = " "
        #expect(!filled.isComplete(fields))
        filled[fields[1]] = "User 1"
        #expect(filled.isComplete(fields))
    }
}

@Suite struct ErrorActionTests {
    @Test(arguments: [
        (AppScreen.launching, AuthError.Code.storageUnavailable, ErrorAction.retry),
        (.loading(.first), .offline, .retry), (.welcome(.noSession), .offline, .dismiss),
        (.welcome(.noSession), .roleMismatch, .dismiss), (.ready(.first), .reauthenticationRequired, .confirmIdentity),
        (.onboarding(.first, nil), .reauthenticationRequired, .confirmIdentity),
        (.ready(.first), .secondFactorRequired, .dismiss),
        (.welcome(.noSession), .secondFactorRequired, .dismiss), (.ready(.first), .offline, .dismiss),
    ])
    func `an error's action depends on the screen and the error code`(
        _ screen: AppScreen, _ code: AuthError.Code, _ step: ErrorAction
    ) {
        #expect(screen.step(for: AuthError(code, "a test's")) == step)
    }

    @Test(arguments: [
        (AppScreen.launching, true), (.locked, true), (.loading(.first), true), (.ready(.first), true),
        (.onboarding(.first, nil), true), (.welcome(.noSession), false),
    ])
    func `every screen except the welcome screen retries in the foreground`(_ screen: AppScreen, _ retries: Bool) {
        #expect(screen.retriesInForeground == retries)
    }

    @MainActor @Test func `a deletion that requires a confirmation succeeds with one`() async throws {
        let clock = ManualClock()
        let service = MockAuthService(clock: clock.clock, users: [.first])
        let manager = AuthManager(
            service: service, store: MemorySessionStore(.sample(1, at: clock.now)), clock: clock.clock)
        await manager.restore()
        let state = AppState(auth: manager, profiles: NoProfiles())
        service.fail(.delete, with: AuthError(.reauthenticationRequired, "a test's"))
        await state.deleteAccount()
        #expect(state.problem?.code == .reauthenticationRequired)
        service.fail(.delete, with: nil)
        await state.deleteAccount(confirmedBy: SignInOptionsTests.Source())
        #expect(service.count(of: .reauthenticate) == 1)
        #expect(state.currentUser == nil)
        #expect(state.problem == nil)
    }

    struct NoProfiles: ProfileSource {
        func load(for user: UserAuthInfo) async -> ProfileLookupResult { .missing }
    }
}
