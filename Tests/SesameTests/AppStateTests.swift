import Foundation
import Observation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@MainActor @Suite struct AppStateTests {
    let clock = ManualClock()
    let service: MockAuthService
    let store = MockSessionStore()
    let profiles = ScriptedProfiles()
    let storage = MockCacheStorage()
    let manager: AuthManager
    let state: AppState

    init() {
        service = MockAuthService(clock: clock.clock, users: [.first])
        manager = AuthManager(service: service, store: store, clock: clock.clock)
        state = AppState(
            auth: manager, profiles: profiles, cache: UserCache(storage: storage, clock: clock.clock))
    }

    /// Returns the app's state after a relaunch on the same device.
    func relaunched() -> AppState {
        AppState(
            auth: AuthManager(service: service, store: store, clock: clock.clock), profiles: profiles,
            cache: UserCache(storage: storage, clock: clock.clock))
    }

    /// Runs the state's task during the body, as the app does.
    func running(_ state: AppState, _ body: () async throws -> Void) async rethrows {
        let run = Task { await state.run() }
        defer { run.cancel() }
        try await body()
    }

    @Test func `a launch without a session leads to the welcome screen`() async {
        #expect(state.screen == .launching)
        await running(state) {
            #expect(await eventually { state.screen == .welcome(.noSession) })
            #expect(!state.isAuthenticated)
            #expect(state.currentUser == nil)
        }
    }

    @Test func `a new user goes through the onboarding into the app`() async {
        profiles.answer(.missing)
        await running(state) {
            await state.signIn(using: GivenCredential())
            #expect(state.isAuthenticated)
            #expect(state.currentUser == .first)
            #expect(await eventually { state.isOnboardingInProgress })
            #expect(!state.isOnboardingCompleted)
            let step = OnboardingStep(rawValue: "goals")
            state.continueOnboarding(at: step)
            #expect(state.screen == .onboarding(.first, step))
            state.completeOnboarding()
            #expect(!state.isOnboardingInProgress)
            #expect(state.isOnboardingCompleted)
        }
    }

    @Test func `a returning user resumes the onboarding at the stored step`() async throws {
        let step = OnboardingStep(rawValue: "goals")
        profiles.answer(.found(.inProgress(step)))
        try store.save(.sample(1))
        await running(state) {
            #expect(await eventually { state.screen == .onboarding(.first, step) })
        }
    }

    @Test func `a user who finished the onboarding enters the app offline at the next launch`() async throws {
        profiles.answer(.found(.finished))
        await running(state) {
            await state.signInAnonymously()
            #expect(await eventually { state.isOnboardingCompleted && storage.ownerUID != nil })
        }
        profiles.answer(.failed(.isOffline))
        let next = relaunched()
        await running(next) {
            #expect(await eventually { next.problem?.code == .offline && next.isOnboardingCompleted })
            profiles.answer(.found(.finished))
            next.retry()
            #expect(next.problem == nil)
            #expect(await eventually { profiles.asked.count == 3 })
        }
    }

    @Test func `a failed load waits for a retry and starts no onboarding`() async throws {
        try store.save(.sample(1))
        await running(state) {
            #expect(await eventually { state.problem != nil })
            #expect(state.screen == .loading(.first))
            #expect(!state.isWaiting)
            #expect(storage.ownerUID == nil)
            state.startUserOnboarding()
            #expect(!state.isOnboardingInProgress)
            profiles.answer(.missing)
            state.retry()
            #expect(state.isWaiting)
            #expect(await eventually { state.isOnboardingInProgress })
        }
    }

    @Test func `a device that is unlocked later continues after a retry`() async throws {
        try store.save(.sample(1))
        store.fail(.read(.session), with: .isLocked)
        profiles.answer(.found(.finished))
        await running(state) {
            #expect(await eventually { state.screen == .locked })
            store.fail(.read(.session), with: nil)
            state.retry()
            #expect(await eventually { state.screen == .ready(.first) })
        }
    }

    @Test func `an unreadable store is reported and can be read again`() async throws {
        store.fail(.read(.session), with: AuthError(.storageUnavailable, ""))
        await running(state) {
            #expect(await eventually { state.problem?.code == .storageUnavailable })
            #expect(state.screen == .launching)
            #expect(!state.isWaiting)
            store.fail(.read(.session), with: nil)
            state.retry()
            #expect(await eventually { state.screen == .welcome(.noSession) })
        }
    }

    @Test(arguments: [AuthError.Code.cancelled, .offline, .internal])
    func `after a failed or cancelled sign-in, the next one succeeds`(code: AuthError.Code) async {
        service.fail(.exchange, with: AuthError(code, ""))
        await state.signIn(using: GivenCredential())
        #expect(!state.isBusy)
        #expect(state.problem?.code == (code == .cancelled ? nil : code))
        service.fail(.exchange, with: nil)
        await state.signIn(using: GivenCredential())
        #expect(state.isAuthenticated)
        #expect(state.problem == nil)
    }

    @Test func `a double tap starts one sign-in`() async {
        service.hold(.exchange)
        let first = Task { await state.signIn(using: GivenCredential()) }
        #expect(await eventually { state.isBusy })
        await state.signIn(using: GivenCredential())
        #expect(state.isBusy)
        #expect(state.problem == nil)
        service.release(.exchange)
        await first.value
        #expect(!state.isBusy)
        #expect(service.count(of: .exchange) == 1)
    }

    @Test func `a sign-out leads to the welcome screen at once and clears the cache`() async throws {
        profiles.answer(.found(.finished))
        await running(state) {
            await state.signInAnonymously()
            #expect(await eventually { state.isOnboardingCompleted && storage.ownerUID != nil })
            service.hold(.revoke)
            let signOut = Task { await state.signOut() }
            #expect(await eventually { state.screen == .welcome(.byUser) })
            #expect(storage.ownerUID == nil)
            service.release(.revoke)
            await signOut.value
        }
    }

    @Test func `a late response about a signed-out user is not cached`() async throws {
        profiles.answer(.found(.finished))
        let hold = profiles.hold(.first)
        await running(state) {
            await state.signInAnonymously()
            #expect(await eventually { profiles.asked == ["uid-1"] })
            await state.signOut()
            hold.fulfill(true)
            for _ in 0..<50 { await Task.yield() }
            #expect(state.screen == .welcome(.byUser))
            #expect(storage.ownerUID == nil)
        }
    }

    @Test func `a session that the server ends leads to the welcome screen with its reason`() async throws {
        try store.save(.sample(1))
        profiles.answer(.found(.finished))
        await running(state) {
            #expect(await eventually { state.isOnboardingCompleted })
            service.fail(.refresh, with: AuthError(.sessionRevoked, ""))
            _ = try? await manager.accessToken(rejecting: Secret("a-1"))
            #expect(await eventually { state.screen == .welcome(.ended(.sessionRevoked)) })
        }
    }

    @Test func `a deletion that requires reauthentication reports it, and succeeds with a credential`() async throws {
        try store.save(.sample(1))
        await manager.restore()
        service.fail(.delete, with: AuthError(.reauthenticationRequired, ""))
        await state.deleteAccount()
        #expect(state.problem?.code == .reauthenticationRequired)
        #expect(state.isAuthenticated)
        service.fail(.delete, with: nil)
        await state.deleteAccount(confirmedBy: GivenCredential())
        #expect(service.count(of: .reauthenticate) == 1)
        #expect(state.screen == .welcome(.accountDeleted))
        #expect(state.problem == nil)
    }

    @Test func `a deletion's manual revocation is shown until it is dismissed`() async throws {
        try store.save(.sample(1))
        await manager.restore()
        service.deletion = AccountDeletion(manualRevocation: [.apple])
        await state.deleteAccount(confirmedBy: GivenCredential())
        #expect(state.screen == .welcome(.accountDeleted))
        #expect(state.deletion?.manualRevocation == [.apple])
        #expect(!state.isBusy)
        state.dismissProblem()
        #expect(state.deletion != nil)
        state.dismissDeletion()
        #expect(state.deletion == nil)
    }

    @Test func `a failed deletion shows no manual revocation`() async throws {
        try store.save(.sample(1))
        await manager.restore()
        service.deletion = AccountDeletion(manualRevocation: [.apple])
        service.fail(.delete, with: .isOffline)
        await state.deleteAccount()
        #expect(state.deletion == nil)
        #expect(state.problem?.code == .offline)
        service.fail(.delete, with: nil)
        await state.deleteAccount()
        #expect(state.deletion == service.deletion)
        #expect(state.problem == nil)
    }

    @Test func `a guest links an identity, and chooses if it already has an account`() async throws {
        try store.save(.sample(1, user: .guest))
        await manager.restore()
        var conflict = AuthError(.credentialInUse, "")
        conflict.conflict = AccountConflict(
            ticket: Secret("c-1"), expiresIn: .seconds(600),
            account: UserAuthInfo(uid: "uid-1", providers: ["google"]))
        service.fail(.link, with: conflict)
        service.upgrade = Upgrade(outcome: .switched, session: .sample(2))
        await state.resolveConflict(.merge)
        #expect(service.count(of: .resolveConflict) == 0)
        await state.upgrade(using: GivenCredential())
        guard case .chooseAccount(let ticket) = state.problem?.recovery else {
            Issue.record("no choice")
            return
        }
        #expect(ticket == Secret("c-1"))
        #expect(state.currentUser == .guest)
        service.upgrade = Upgrade(outcome: .switched, session: .sample(2))
        await state.resolveConflict(.switch)
        #expect(service.count(of: .resolveConflict) == 1)
        #expect(state.problem == nil)
        #expect(!state.isBusy)
    }

    @Test func `an identity without an account registers with its ticket`() async throws {
        service.fail(.exchange, with: .isMissing)
        await state.signIn(using: GivenCredential())
        guard case .registration(var form) = state.screen else {
            Issue.record("\(state.screen)")
            return
        }
        form.page = 1
        state.updateRegistration(form)
        #expect(state.screen == .registration(form))
        service.fail(.exchange, with: nil)
        await state.register()
        #expect(state.screen == .loading(.first))
        service.fail(.exchange, with: .isMissing)
        clock.advance(by: .seconds(3))
        await state.signOut()
        await state.signIn(using: GivenCredential())
        state.cancelRegistration()
        #expect(state.screen == .welcome(.byUser))
    }

    @Test func `authenticate takes effect at once, before the stream reports the sign-in`() async throws {
        try await manager.signIn(with: .anonymous)
        state.authenticate(with: .second)
        #expect(!state.isOnboardingCompleted)
        state.authenticate(with: .first)
        #expect(state.isOnboardingCompleted)
        state.startUserOnboarding()
        #expect(state.isOnboardingInProgress)
    }

    @Test func `a view is redrawn only when the screen changes`() async throws {
        let changes = Locked(0)
        func observe() {
            withObservationTracking {
                _ = state.screen
            } onChange: {
                changes.withLock { $0 += 1 }
            }
        }
        await manager.restore()
        state.dismissProblem()
        observe()
        state.dismissProblem()
        #expect(changes.withLock { $0 } == 0)
        await state.signInAnonymously()
        #expect(changes.withLock { $0 } == 1)
    }
}

/// A credential source whose user consents at once.
private struct GivenCredential: CredentialSource {
    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        .google(idToken: Secret("i-1"), nonce: try await request.nonce())
    }
}
