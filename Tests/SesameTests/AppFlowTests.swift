import SesameCore
import Testing

@testable import Sesame

@Suite struct AppFlowTests {
    static let step = OnboardingStep(rawValue: "goals")

    // MARK: Session

    @Test func `what a deletion leaves to the person outlives the way to the welcome, and is gone when it was seen`() {
        let deletion = AccountDeletion(manualRevocation: [.apple])
        var flow = AppFlow.signedIn(.first, .found(.finished))
            .then(.session(.signedOut(.accountDeleted)), .deleted(deletion), .retried, .problemDismissed)
        #expect(flow.deletion == deletion)
        #expect(flow.handle(.deletionDismissed) == [])
        #expect(flow.deletion == nil)
    }

    @Test func `a deletion that leaves nothing is not spoken of`() {
        #expect(AppFlow.after(.session(.signedOut(.accountDeleted)), .deleted(AccountDeletion())).deletion == nil)
    }

    @Test func `nobody is told what somebody else's deletion leaves`() {
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
    func `the session decides where the app begins`(state: AuthState, screen: AppScreen) {
        #expect(AppFlow.after(.session(state)).screen == screen)
    }

    @Test func `a sign-in asks the cache first and the server, too`() {
        var flow = AppFlow()
        let effects = flow.handle(.session(.signedIn(.first)))
        #expect(effects == [.readCache(uid: "uid-1", load: 1), .load(.first, load: 1)])
        #expect(flow.isWaiting)
    }

    @Test func `the same person said again loads nothing again and shows what is new of them`() {
        var flow = AppFlow.signedIn(.first, .found(.finished))
        var renamed = UserAuthInfo.first
        renamed.displayName = "Test User 7"
        #expect(flow.handle(.session(.signedIn(renamed))) == [])
        #expect(flow.screen == .ready(renamed))
    }

    @Test func `another person begins anew, and answers about the first one come too late`() {
        let (flow, load) = AppFlow.signedIn(.first)
        var other = flow.then(.session(.signedIn(.second)))
        #expect(other.screen == .loading(.second))
        #expect(other.handle(.loaded(.found(.finished), load: load)) == [])
        #expect(other.handle(.cached(.finished, load: load)) == [])
        #expect(other.screen == .loading(.second))
    }

    @Test func `a session that the server has ended leads to the welcome with its reason`() {
        let flow = AppFlow.signedIn(.first, .found(.finished)).then(.session(.signedOut(.ended(.userDisabled))))
        #expect(flow.screen == .welcome(.ended(.userDisabled)))
    }

    @Test func `a store that cannot be read offers another try`() {
        var flow = AppFlow()
        #expect(flow.isWaiting)
        flow = flow.then(.restored)
        #expect(!flow.isWaiting)
        #expect(flow.problem?.code == .storageUnavailable)
        #expect(flow.handle(.retried) == [.restore])
        #expect(flow.isWaiting)
        #expect(flow.problem == nil)
    }

    @Test func `a locked device is read again at each return`() {
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
    func `the server's word decides between the app and the onboarding`(
        answer: ProfileLookupResult, screen: AppScreen, remembered: OnboardingState
    ) {
        var (flow, load) = AppFlow.signedIn(.first)
        #expect(flow.handle(.loaded(answer, load: load)) == [.remember(remembered, uid: "uid-1")])
        #expect(flow.screen == screen)
    }

    @Test(arguments: [AuthError.Code.offline, .internal, .notFound, .invalidRequest, .cancelled, .accountNotFound])
    func `a failed load is no new person, whatever the code`(code: AuthError.Code) {
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

    @Test func `who had finished gets in without a network, and is told about it`() {
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

    @Test func `what was remembered gives way to the server's word`() {
        let (flow, load) = AppFlow.signedIn(.first)
        let cached = flow.then(.cached(.finished, load: load))
        #expect(cached.then(.loaded(.missing, load: load)).screen == .onboarding(.first, nil))
        #expect(cached.then(.loaded(.found(.finished), load: load)).problem == nil)
        let known = flow.then(.loaded(.found(.inProgress(Self.step)), load: load))
        #expect(known.then(.cached(.finished, load: load)).screen == .onboarding(.first, Self.step))
    }

    @Test func `who was half-way waits for the server, for they may have finished elsewhere`() {
        let (flow, load) = AppFlow.signedIn(.first)
        #expect(flow.then(.cached(.inProgress(Self.step), load: load)).screen == .loading(.first))
    }

    @Test func `a second answer does not take the person back`() {
        let (flow, load) = AppFlow.signedIn(.first)
        let later = OnboardingStep(rawValue: "partner")
        let flow2 = flow.then(
            .loaded(.found(.inProgress(Self.step)), load: load), .onboardingStepped(to: later),
            .loaded(.found(.inProgress(Self.step)), load: load))
        #expect(flow2.screen == .onboarding(.first, later))
    }

    // MARK: Onboarding

    @Test func `steps and the end of the onboarding are remembered`() {
        var flow = AppFlow.signedIn(.first, .missing)
        #expect(flow.handle(.onboardingStepped(to: Self.step)) == [.remember(.inProgress(Self.step), uid: "uid-1")])
        #expect(flow.screen == .onboarding(.first, Self.step))
        #expect(flow.handle(.onboardingCompleted) == [.remember(.finished, uid: "uid-1")])
        #expect(flow.screen == .ready(.first))
    }

    @Test func `an onboarding on the app's word begins only where the server has spoken`() {
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

    @Test func `the app's word lets in whoever is signed in and nobody else`() {
        let (flow, load) = AppFlow.signedIn(.first)
        #expect(flow.then(.authenticated(uid: "uid-1")).screen == .ready(.first))
        #expect(flow.then(.authenticated(uid: "uid-2")).screen == .loading(.first))
        let known = flow.then(.authenticated(uid: "uid-1"), .loaded(.missing, load: load))
        #expect(known.screen == .ready(.first))
        let nobody = AppFlow.after(.session(.signedOut(.noSession)), .authenticated(uid: "uid-1"))
        #expect(nobody.screen == .welcome(.noSession))
    }

    @Test(arguments: [AppEvent.onboardingCompleted, .onboardingStepped(to: step)])
    func `an onboarding that does not run does not go on`(event: AppEvent) {
        let (flow, _) = AppFlow.signedIn(.first)
        #expect(flow.then(event) == flow)
    }
}
