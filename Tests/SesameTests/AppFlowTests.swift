import SesameCore
import Testing

@testable import Sesame

@Suite struct AppFlowTests {
    static let step = OnboardingStep(rawValue: "goals")

    // MARK: Session

    @Test func `a deletion's manual revocation stays until it is dismissed`() {
        let deletion = AccountDeletion(manualRevocation: [.apple])
        var flow = AppFlow.signedIn(.first, .found(.finished))
            .then(.session(.signedOut(.accountDeleted)), .deleted(deletion), .retried, .problemDismissed)
        #expect(flow.deletion == deletion)
        #expect(flow.handle(.deletionDismissed) == [])
        #expect(flow.deletion == nil)
    }

    @Test func `a deletion without manual revocation is not shown`() {
        #expect(AppFlow.after(.session(.signedOut(.accountDeleted)), .deleted(AccountDeletion())).deletion == nil)
    }

    @Test func `a deletion's manual revocation is not shown to another user`() {
        let deletion = AccountDeletion(manualRevocation: [.apple])
        let left = AppFlow.after(.session(.signedOut(.accountDeleted)), .deleted(deletion))
        #expect(left.then(.session(.signedIn(.second))).deletion == nil)
        #expect(AppFlow.after(.session(.signedIn(.second)), .deleted(deletion)).deletion == nil)
    }

    @Test(arguments: [
        (AuthState.unresolved, AppScreen.launching), (.locked, .locked),
        (.signedOut(.noSession), .welcome(.noSession)),
        (.signedOut(.ended(.sessionRevoked)), .welcome(.ended(.sessionRevoked))),
        (.signedIn(.first), .loading(.first)),
    ])
    func `the session decides the first screen`(state: AuthState, screen: AppScreen) {
        #expect(AppFlow.after(.session(state)).screen == screen)
    }

    @Test func `a sign-in reads the cache and loads the profile from the server`() {
        var flow = AppFlow()
        let effects = flow.handle(.session(.signedIn(.first)))
        #expect(effects == [.readCache(uid: "uid-1", load: 1), .load(.first, load: 1)])
        #expect(flow.isWaiting)
    }

    @Test func `the same user again loads nothing and updates the screen`() {
        var flow = AppFlow.signedIn(.first, .found(.finished))
        var renamed = UserAuthInfo.first
        renamed.displayName = "Test User 7"
        #expect(flow.handle(.session(.signedIn(renamed))) == [])
        #expect(flow.screen == .ready(renamed))
    }

    @Test func `another user starts over, and late responses about the first one are ignored`() {
        let (flow, load) = AppFlow.signedIn(.first)
        var other = flow.then(.session(.signedIn(.second)))
        #expect(other.screen == .loading(.second))
        #expect(other.handle(.loaded(.found(.finished), load: load)) == [])
        #expect(other.handle(.cached(.finished, load: load)) == [])
        #expect(other.screen == .loading(.second))
    }

    @Test func `a session that the server has ended leads to the welcome screen with its reason`() {
        let flow = AppFlow.signedIn(.first, .found(.finished)).then(.session(.signedOut(.ended(.userDisabled))))
        #expect(flow.screen == .welcome(.ended(.userDisabled)))
    }

    @Test func `an unreadable store offers a retry`() {
        var flow = AppFlow()
        #expect(flow.isWaiting)
        flow = flow.then(.restored)
        #expect(!flow.isWaiting)
        #expect(flow.problem?.code == .storageUnavailable)
        #expect(flow.handle(.retried) == [.restore])
        #expect(flow.isWaiting)
        #expect(flow.problem == nil)
    }

    @Test func `a retry on a locked device reads the session again`() {
        var flow = AppFlow.after(.session(.locked), .restored)
        #expect(flow.problem == nil)
        #expect(flow.handle(.retried) == [.restore])
        #expect(flow.then(.session(.signedIn(.first))).screen == .loading(.first))
    }

    // MARK: Profile

    @Test(arguments: [
        (ProfileLookupResult.found(.finished), AppScreen.ready(.first), OnboardingState.finished),
        (.found(.inProgress(step)), .onboarding(.first, step), .inProgress(step)),
        (.found(.inProgress(nil)), .onboarding(.first, nil), .inProgress(nil)),
        (.missing, .onboarding(.first, nil), .inProgress(nil)),
    ])
    func `the server's response decides between the app and the onboarding`(
        answer: ProfileLookupResult, screen: AppScreen, remembered: OnboardingState
    ) {
        var (flow, load) = AppFlow.signedIn(.first)
        #expect(flow.handle(.loaded(answer, load: load)) == [.remember(remembered, uid: "uid-1")])
        #expect(flow.screen == screen)
    }

    @Test(arguments: [AuthError.Code.offline, .internal, .notFound, .invalidRequest, .cancelled, .accountNotFound])
    func `a failed load starts no onboarding, whatever its error code`(code: AuthError.Code) {
        var (flow, load) = AppFlow.signedIn(.first)
        #expect(flow.handle(.loaded(.failed(AuthError(code, "")), load: load)) == [])
        #expect(flow.screen == .loading(.first))
        #expect(!flow.isWaiting)
        let again = flow.handle(.retried)
        #expect(again.load == load + 1)
        #expect(flow.isWaiting)
        #expect(flow.handle(.retried) == [])
        #expect(flow.then(.loaded(.found(.finished), load: load + 1)).screen == .ready(.first))
    }

    @Test func `a user who finished the onboarding enters the app offline and is told so`() {
        let (flow, load) = AppFlow.signedIn(.first)
        let offline = ProfileLookupResult.failed(.isOffline)
        for flow in [
            flow.then(.cached(.finished, load: load), .loaded(offline, load: load)),
            flow.then(.loaded(offline, load: load), .cached(.finished, load: load)),
        ] {
            #expect(flow.screen == .ready(.first))
            #expect(flow.problem?.code == .offline)
        }
    }

    @Test func `the server's response overrides the remembered state`() {
        let (flow, load) = AppFlow.signedIn(.first)
        let cached = flow.then(.cached(.finished, load: load))
        #expect(cached.then(.loaded(.missing, load: load)).screen == .onboarding(.first, nil))
        #expect(cached.then(.loaded(.found(.finished), load: load)).problem == nil)
        let known = flow.then(.loaded(.found(.inProgress(Self.step)), load: load))
        #expect(known.then(.cached(.finished, load: load)).screen == .onboarding(.first, Self.step))
    }

    @Test func `a user in the middle of the onboarding waits for the server`() {
        let (flow, load) = AppFlow.signedIn(.first)
        #expect(flow.then(.cached(.inProgress(Self.step), load: load)).screen == .loading(.first))
    }

    @Test func `a second response does not move the user back`() {
        let (flow, load) = AppFlow.signedIn(.first)
        let later = OnboardingStep(rawValue: "partner")
        let flow2 = flow.then(
            .loaded(.found(.inProgress(Self.step)), load: load), .onboardingStepped(to: later),
            .loaded(.found(.inProgress(Self.step)), load: load))
        #expect(flow2.screen == .onboarding(.first, later))
    }

    // MARK: Onboarding

    @Test func `onboarding steps and completion are remembered`() {
        var flow = AppFlow.signedIn(.first, .missing)
        #expect(flow.handle(.onboardingStepped(to: Self.step)) == [.remember(.inProgress(Self.step), uid: "uid-1")])
        #expect(flow.screen == .onboarding(.first, Self.step))
        #expect(flow.handle(.onboardingCompleted) == [.remember(.finished, uid: "uid-1")])
        #expect(flow.screen == .ready(.first))
    }

    @Test func `the app can start an onboarding only after the server has responded`() {
        let (flow, load) = AppFlow.signedIn(.first)
        let cached = flow.then(.cached(.finished, load: load))
        #expect(cached.then(.onboardingStarted).screen == .ready(.first))
        #expect(flow.then(.onboardingStarted).screen == .loading(.first))
        let failed = flow.then(.loaded(.failed(.isOffline), load: load), .onboardingStarted)
        #expect(failed.screen == .loading(.first))
        #expect(AppFlow.after(.session(.signedOut(.noSession)), .onboardingStarted).screen == .welcome(.noSession))
        let known = cached.then(.loaded(.found(.finished), load: load), .onboardingStarted)
        #expect(known.screen == .onboarding(.first, nil))
    }

    @Test func `the app can let in only the signed-in user`() {
        let (flow, load) = AppFlow.signedIn(.first)
        #expect(flow.then(.authenticated(uid: "uid-1")).screen == .ready(.first))
        #expect(flow.then(.authenticated(uid: "uid-2")).screen == .loading(.first))
        let known = flow.then(.authenticated(uid: "uid-1"), .loaded(.missing, load: load))
        #expect(known.screen == .ready(.first))
        let nobody = AppFlow.after(.session(.signedOut(.noSession)), .authenticated(uid: "uid-1"))
        #expect(nobody.screen == .welcome(.noSession))
    }

    @Test(arguments: [AppEvent.onboardingCompleted, .onboardingStepped(to: step)])
    func `onboarding events outside an onboarding are ignored`(event: AppEvent) {
        let (flow, _) = AppFlow.signedIn(.first)
        #expect(flow.then(event) == flow)
    }
}
