import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of an app's state with the profile store: the screens from the sign-in to the app itself.
@MainActor @Suite struct AppStateProfileTests {
    let rig = ProfileRig(.mock(of: "uid-1"))
    let store: ProfileStore
    let state: AppState

    init() {
        store = rig.makeStore()
        state = AppState(auth: rig.manager, profiles: store)
    }

    private func running(_ state: AppState, _ body: () async throws -> Void) async throws {
        let run = Task { await state.run() }
        defer { run.cancel() }
        try await body()
    }

    private func step(_ name: String) -> OnboardingStep { OnboardingStep(rawValue: name) }

    /// Returns the app's store and state after a relaunch on the same device.
    private func relaunched() -> (ProfileStore, AppState) {
        let store = rig.makeStore()
        return (store, AppState(auth: rig.manager, profiles: store))
    }

    @Test func `saves lead a new user through the onboarding into the app`() async throws {
        rig.service.required = ["name"]
        try await running(state) {
            await state.signInAnonymously()
            #expect(await eventually { state.screen == .onboarding(.first, nil) })
            var draft = try await store.draft()
            draft[.city] = "Lyon"
            for name in ["two", "three"] {
                try await store.save(draft, at: step(name))
                #expect(await eventually { state.screen == .onboarding(.first, step(name)) })
            }
            await expectError(.profileIncomplete) { try await store.complete(draft) }
            #expect(state.screen == .onboarding(.first, step("three")))
            draft[.name] = "B"
            try await store.complete(draft)
            #expect(await eventually { state.screen == .ready(.first) })
        }
    }

    @Test func `an onboarding continues offline, and after a restart once the server responds`() async throws {
        try await running(state) {
            await state.signInAnonymously()
            #expect(await eventually { state.isOnboardingInProgress })
            rig.service.isOffline = true
            var draft = try await store.draft()
            draft[.city] = "Lyon"
            try await store.save(draft, at: step("two"))
            #expect(await eventually { state.screen == .onboarding(.first, step("two")) })
        }
        let (_, next) = relaunched()
        try await running(next) {
            // Stored data on the device neither begins nor continues an onboarding, because it may be completed
            // elsewhere.
            #expect(await eventually { next.problem?.code == .offline })
            #expect(next.screen == .loading(.first))
            rig.service.isOffline = false
            next.retry()
            #expect(await eventually { next.screen == .onboarding(.first, step("two")) })
            #expect(await eventually { rig.service["uid-1"]?[.city] == "Lyon" })
        }
    }

    @Test func `a user who finished the onboarding enters the app offline, and nothing is saved`() async throws {
        rig.service["uid-1"] = .mock(of: "uid-1", version: 4, ["name": "A"], .init(state: .completed))
        try await running(state) {
            await state.signInAnonymously()
            #expect(await eventually { state.screen == .ready(.first) })
        }
        rig.service.isOffline = true
        let (store, next) = relaunched()
        try await running(next) {
            #expect(await eventually { next.screen == .ready(.first) })
            #expect(await eventually { next.problem?.code == .offline })
            #expect(store.snapshot?.profile[.name] == "A")
            #expect(store.snapshot?.origin == .device)
        }
        #expect(rig.service.saves.isEmpty)
    }

    @Test func `only a profile missing at the server starts an onboarding`() async throws {
        rig.service["uid-1"] = nil
        rig.service.fail(.load, with: AuthError(.notFound, ""))
        try await running(state) {
            await state.signInAnonymously()
            #expect(await eventually { state.problem != nil })
            #expect(state.screen == .loading(.first))
            rig.service.fail(.load, with: nil)
            state.retry()
            #expect(await eventually { state.screen == .onboarding(.first, nil) })
        }
        #expect(rig.service.saves.isEmpty)
    }

    @Test func `another device's progress is shown, and a rejected step is undone`() async throws {
        try await running(state) {
            await state.signInAnonymously()
            #expect(await eventually { state.isOnboardingInProgress })
            rig.service.change("uid-1", [:], .init(state: .inProgress, step: "two"))
            _ = await store.load(for: .first)
            #expect(await eventually { state.screen == .onboarding(.first, step("two")) })
            rig.service.refuse("onboarding.step", with: .invalidTransition)
            let draft = try await store.draft()
            await expectError(.invalidTransition) { try await store.save(draft, at: step("three")) }
            #expect(await eventually { state.screen == .onboarding(.first, step("two")) })
        }
    }

    @Test func `a save does not end an onboarding that the app repeats`() async throws {
        rig.service["uid-1"] = .mock(of: "uid-1", version: 4, ["name": "A"], .init(state: .completed))
        try await running(state) {
            await state.signInAnonymously()
            #expect(await eventually { state.screen == .ready(.first) })
            state.startUserOnboarding()
            // This includes events that were already on their way.
            state.send(.progressed(OnboardingProgress(uid: "uid-1", state: .finished)))
            #expect(state.isOnboardingInProgress)
            var draft = try await store.draft()
            draft[.city] = "Lyon"
            try await store.save(draft)
            #expect(await eventually { store.snapshot?.profile[.city] == "Lyon" })
            #expect(state.isOnboardingInProgress)
            state.completeOnboarding()
            #expect(state.isOnboardingCompleted)
        }
    }

    @Test func `progress of another or a signed-out user is ignored`() async throws {
        try await running(state) {
            await state.signInAnonymously()
            #expect(await eventually { state.isOnboardingInProgress })
            state.send(.progressed(OnboardingProgress(uid: "uid-2", state: .finished)))
            #expect(state.isOnboardingInProgress)
            await state.signOut()
            state.send(.progressed(OnboardingProgress(uid: "uid-1", state: .finished)))
            #expect(state.screen == .welcome(.byUser))
        }
    }
}
