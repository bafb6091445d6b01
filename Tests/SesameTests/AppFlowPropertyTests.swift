import SesameCore
import Testing

@testable import Sesame

/// Randomized tests of rules that hold after any sequence of events.
@Suite struct AppFlowPropertyTests {
    @Test(arguments: 0..<200)
    func `random events never open the app without a session, react to a failed load, or trap the user`(
        seed: UInt64
    ) {
        var random = SplitMix(state: seed)
        var flow = AppFlow()
        var loads = [0]
        for _ in 0..<250 {
            let event = AppEvent.random(&random, loads: loads.suffix(3), screen: flow.screen)
            let last = flow
            let effects = flow.handle(event)
            if let load = effects.load { loads.append(load) }
            checkSession(flow, effects)
            checkOnboarding(flow, after: last, event, isAnswered: loads.last)
            checkFailure(flow, after: last, event, effects)
            checkWayOut(flow)
        }
    }

    private func checkSession(_ flow: AppFlow, _ effects: [AppEffect]) {
        if let user = flow.screen.user { #expect(flow.session == .signedIn(user)) }
        if flow.session.user != nil { #expect(flow.deletion == nil) }
        if flow.confirmation != nil { #expect(flow.screen.user != nil && flow.unconfirmed != nil) }
        if flow.isFinishing { #expect(flow.activity != nil) }
        if flow.outcome != nil { #expect(flow.session.user != nil) }
        for case .remember(_, let uid) in effects { #expect(uid == flow.session.user?.uid) }
        for case .load(let user, _) in effects { #expect(user == flow.session.user) }
    }

    private func checkOnboarding(_ flow: AppFlow, after last: AppFlow, _ event: AppEvent, isAnswered load: Int?) {
        guard case .onboarding(let user, _) = flow.screen else { return }
        if case .onboarding(let same, _) = last.screen, same.uid == user.uid { return }
        switch event {
        case .loaded(.missing, load), .loaded(.found(.inProgress), load): break
        case .onboardingStarted: #expect(last.screen == .ready(user))
        default: Issue.record("\(event) has begun an onboarding")
        }
    }

    private func checkFailure(_ flow: AppFlow, after last: AppFlow, _ event: AppEvent, _ effects: [AppEffect]) {
        guard case .loaded(.failed, _) = event else { return }
        #expect(flow.screen == last.screen)
        #expect(effects == [])
    }

    private func checkWayOut(_ flow: AppFlow) {
        let left = flow.then(.signedOut, .session(.signedOut(.byUser)))
        // A sign-out without a signed-in user keeps the welcome screen's reason.
        if case .welcome = left.screen {} else { Issue.record("\(flow.screen) cannot be left") }
        #expect(left.then(.began(.signIn)).activity != nil)
        var retried = flow
        switch flow.screen {
        case .launching, .locked: #expect(retried.handle(.retried) == [.restore])
        case .loading: #expect(flow.isWaiting || retried.handle(.retried).load != nil)
        case .welcome, .registration, .secondFactor, .onboarding, .ready: #expect(!flow.isWaiting)
        }
        if let activity = flow.activity {
            #expect(flow.then(.ended(AuthError(.cancelled, ""), number: activity.number)).activity == nil)
        }
    }
}

extension AppEvent {
    fileprivate static func random(
        _ random: inout SplitMix, loads: some Collection<Int>, screen: AppScreen
    ) -> AppEvent {
        let load = loads.randomElement(using: &random) ?? 0
        let number = Int.random(in: 0..<40, using: &random)
        let error = [
            AuthError.isOffline, .isMissing, .secondFactor(), AuthError(.ticketExpired, ""), AuthError(.cancelled, ""),
        ]
        .randomElement(using: &random)
        switch Int.random(in: 0..<32, using: &random) {
        case 0, 1, 2: return .session(.random(&random))
        case 3: return .restored
        case 4: return .cached(.random(&random), load: load)
        case 5, 6: return .loaded(.found(.random(&random)), load: load)
        case 7: return .loaded(.missing, load: load)
        case 8, 9: return .loaded(.failed(.isOffline), load: load)
        case 10: return .retried
        case 11, 12: return .began(AppActivity.Kind.allCases.randomElement(using: &random) ?? .signIn)
        case 13: return .ended(error, number: number)
        case 14: return .signedOut
        case 15: return .authenticated(uid: ["uid-1", "uid-2"].randomElement(using: &random) ?? "")
        case 16: return .onboardingStarted
        case 17: return .onboardingStepped(to: OnboardingStep(rawValue: "\(number)"))
        case 18: return Bool.random(using: &random) ? .onboardingCompleted : .problemDismissed
        case 19:
            let uid = ["uid-1", "uid-2"].randomElement(using: &random) ?? ""
            return .progressed(OnboardingProgress(uid: uid, state: .random(&random)))
        case 20: return .deleted(AccountDeletion(manualRevocation: [.apple]))
        case 21: return .deletionDismissed
        case 22, 23:
            guard case .secondFactor(var form) = screen, Bool.random(using: &random) else {
                return .secondFactorCancelled
            }
            form.code += "1"
            return .secondFactorFilled(form)
        case 24, 25:
            let phone = SecondFactorInfo(id: "p", kind: .phone)
            let answer = SecondFactorStatus(factors: [phone], offered: [], recoveryCodesLeft: 1)
            let act =
                [AccountAct.deletion, .linking, .unlinking(.apple), .endingOtherSessions].randomElement(using: &random)
                ?? .deletion
            let form = Bool.random(using: &random) ? SecondFactorForm(confirming: answer) : nil
            return .proofWanted(act, form, number: number)
        case 26, 27: return .proved(number: number)
        case 28: return .brought(.recoveryCodes([Secret("code")]), number: number)
        case 29: return .outcomeDismissed
        default:
            guard case .registration(var form) = screen, Bool.random(using: &random) else {
                return .registrationCancelled
            }
            form.page += 1
            return .registrationFilled(form)
        }
    }
}

extension AuthState {
    fileprivate static func random(_ random: inout SplitMix) -> AuthState {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .unresolved
        case 1: .locked
        case 2:
            .signedOut(
                [.noSession, .byUser, .ended(.sessionEnded)].randomElement(using: &random) ?? .endedByOtherProcess)
        case 3: .signedIn(.guest)
        case 4: .signedIn(.second)
        default: .signedIn(.first)
        }
    }
}

extension OnboardingState {
    fileprivate static func random(_ random: inout SplitMix) -> OnboardingState {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .finished
        case 1: .inProgress(nil)
        default: .inProgress(OnboardingStep(rawValue: "goals"))
        }
    }
}
