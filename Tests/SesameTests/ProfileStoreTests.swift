import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

@Suite struct ProfileStoreTests {
    let rig = ProfileRig(.mock(of: "uid-1", version: 3, ["name": "A"], .init(state: .inProgress, step: "one")))

    @Test func `a returning user's profile is loaded, stored, and shown offline after a restart`() async throws {
        try await rig.signIn()
        let store = rig.makeStore()
        guard case .found(.inProgress(let step)) = await store.load(for: .first) else {
            Issue.record("not found")
            return
        }
        #expect(step?.rawValue == "one")
        #expect(store.snapshot?.origin == .server)
        rig.service.fail(.load, with: .isOffline)
        let restarted = rig.makeStore()
        guard case .failed(let error) = await restarted.load(for: .first) else {
            Issue.record("a failed load is no answer")
            return
        }
        #expect(error.code == .offline)
        #expect(restarted.snapshot?.profile[.name] == "A")
        #expect(restarted.snapshot?.origin == .device)
        #expect(rig.service.saves.isEmpty)
    }

    @Test func `a draft loads the profile when it is not loaded yet`() async throws {
        try await rig.signIn()
        let store = rig.makeStore()
        #expect(try await store.draft()[.name] == "A")
        rig.service.fail(.load, with: .isOffline)
        #expect(try await store.draft()[.name] == "A")
    }

    @Test func `a profile is missing only when the server says so, not after an error`() async throws {
        try await rig.signIn()
        rig.service["uid-1"] = nil
        let store = rig.makeStore()
        rig.service.fail(.load, with: AuthError(.notFound, ""))
        guard case .failed = await store.load(for: .first) else {
            Issue.record("an error is no word")
            return
        }
        await expectError(.notFound) { _ = try await store.draft() }
        rig.service.fail(.load, with: nil)
        guard case .missing = await store.load(for: .first) else {
            Issue.record("missing")
            return
        }
        var draft = try await store.draft()
        draft[.name] = "New"
        #expect(try await store.save(draft).profile[.name] == "New")
        #expect(store.snapshot?.profile.onboarding.state == .inProgress)
    }

    @Test func `a save sends the changed fields with the version they are based on`() async throws {
        let store = try await rig.loaded()
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        let save = try await store.save(draft, at: OnboardingStep(rawValue: "two"))
        #expect(
            rig.service.saves == [
                ProfileChange(fields: ["city": "Lyon"], steps: [OnboardingStep(rawValue: "two")], version: 3)
            ])
        #expect(save.profile.version == 4)
        #expect(save.profile.progress == .inProgress(OnboardingStep(rawValue: "two")))
        #expect(rig.outbox.ownerUID == nil)
    }

    @Test func `two devices that write at the same time lose no changes`() async throws {
        let store = try await rig.loaded()
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        for isStaleSent in [true, false] {
            rig.service.sendsStale = isStaleSent
            rig.service.changeBeforeNextSave(["age": .string("\(isStaleSent)")])
            draft[.city] = isStaleSent ? "Lyon" : "Nice"
            let save = try await store.save(draft)
            #expect(save.profile.fields["age"]?.string == "\(isStaleSent)")
            #expect(rig.service["uid-1"]?[.city] == draft[.city])
        }
    }

    @Test func `a save after a lost response arrives and empties the outbox`() async throws {
        let store = try await rig.loaded()
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        rig.service.dropResponses(to: .save)
        let save = try await store.save(draft, at: OnboardingStep(rawValue: "two"))
        #expect(save == .queued(save.profile, .offline))
        draft[.name] = "B"
        let next = try await store.save(draft, at: OnboardingStep(rawValue: "three"))
        #expect(rig.service["uid-1"]?.fields == ["name": "B", "city": "Lyon"])
        #expect(next.profile.onboarding.step == "three")
        #expect(rig.outbox.ownerUID == nil)
    }

    @Test func `one draft can be saved page by page`() async throws {
        let store = try await rig.loaded()
        var draft = try await store.draft()
        for (city, step) in [("Lyon", "two"), ("Nice", "three")] {
            draft[.city] = city
            let save = try await store.save(draft, at: OnboardingStep(rawValue: step))
            #expect(save == .saved(save.profile))
            #expect(rig.service["uid-1"]?.onboarding.step == step)
        }
        #expect(rig.service.count(of: .save) == 2)
    }

    @Test(arguments: [false, true]) func `a failed first save without a step does not block the next step`(
        isLost: Bool
    ) async throws {
        rig.service["uid-1"] = .mock(of: "uid-1")
        let store = try await rig.loaded()
        if isLost { rig.service.dropResponses(to: .save) } else { rig.service.failNext(.save, with: .isOffline) }
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        let save = try await store.save(draft)
        #expect(save.profile.progress == .inProgress(OnboardingStep(rawValue: "one")))
        draft[.name] = "B"
        try await store.save(draft, at: OnboardingStep(rawValue: "two"))
        #expect(rig.service["uid-1"]?.onboarding.step == "two")
        #expect(rig.service["uid-1"]?.fields == ["city": "Lyon", "name": "B"])
    }

    @Test func `an onboarding begun offline without a profile continues after a restart and is saved`() async throws {
        rig.service["uid-1"] = nil
        let store = try await rig.loaded()
        rig.service.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        try await store.save(draft, at: OnboardingStep(rawValue: "two"))
        let restarted = rig.makeStore()
        rig.service.fail(.save, with: nil)
        guard case .found(.inProgress(let step)) = await restarted.load(for: .first) else {
            Issue.record("the person would begin again")
            return
        }
        #expect(step?.rawValue == "two")
        #expect(try await restarted.draft()[.city] == "Lyon")
        #expect(await eventually { rig.service["uid-1"]?.fields == ["city": "Lyon"] })
        #expect(rig.service["uid-1"]?.onboarding.step == "two")
    }

    @Test func `offline changes survive a killed app and are sent later`() async throws {
        let store = try await rig.loaded()
        rig.service.fail(.save, .load, with: .isOffline)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        guard case .queued(let shown, .offline) = try await store.save(draft, at: OnboardingStep(rawValue: "two"))
        else {
            Issue.record("queued")
            return
        }
        #expect(shown[.city] == "Lyon")
        var second = try await store.draft()
        second[.name] = "B"
        try await store.save(second, at: OnboardingStep(rawValue: "three"))
        #expect(store.snapshot?.pendingFields == ["city", "name"])

        // The app is killed and launched again, at first still without a network.
        let restarted = rig.makeStore()
        guard case .failed = await restarted.load(for: .first) else {
            Issue.record("offline")
            return
        }
        #expect(restarted.snapshot?.profile.fields == ["name": "B", "city": "Lyon"])
        rig.service.fail(.save, .load, with: nil)
        guard case .found(.inProgress(let step)) = await restarted.load(for: .first) else {
            Issue.record("found")
            return
        }
        #expect(step?.rawValue == "three")
        #expect(await eventually { rig.service["uid-1"]?.fields == ["name": "B", "city": "Lyon"] })
        #expect(rig.service["uid-1"]?.onboarding.step == "three")
        #expect(await eventually { rig.outbox.ownerUID == nil })
    }

    @Test func `a pending change is sent again after growing delays`() async throws {
        let store = try await rig.loaded()
        rig.service.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        try await store.save(draft)
        for seconds in [2, 4, 8] {
            #expect(await eventually { rig.clock.sleeperCount == 1 })
            let before = rig.service.count(of: .save)
            rig.clock.advance(by: .seconds(Double(seconds) * 0.75 - 0.1))
            #expect(rig.service.count(of: .save) == before)
            if seconds == 8 { rig.service.fail(.save, with: nil) }
            rig.clock.advance(by: .seconds(0.2))
            #expect(await eventually { rig.service.count(of: .save) == before + 1 })
        }
        #expect(await eventually { store.snapshot?.pendingFields == [] })
        #expect(rig.service["uid-1"]?[.city] == "Lyon")
    }

    @Test func `a late load does not replace a newer save`() async throws {
        let store = try await rig.loaded()
        // The response is created before the save and arrives after it.
        rig.service.hold(.load)
        async let load = store.load(for: .first)
        #expect(await eventually { rig.service.count(of: .load) == 2 })
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        try await store.save(draft)
        rig.service.release(.load)
        _ = await load
        #expect(store.snapshot?.profile[.city] == "Lyon")
    }

    @Test func `a late save does not replace a newer load`() async throws {
        let store = try await rig.loaded()
        rig.service.hold(.save)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        let sent = draft
        async let save = store.save(sent)
        #expect(await eventually { rig.service.count(of: .save) == 1 })
        rig.service.change("uid-1", ["age": "40"])
        _ = await store.load(for: .first)
        rig.service.release(.save)
        _ = try await save
        #expect(store.snapshot?.profile.fields == ["name": "A", "city": "Lyon", "age": "40"])
        #expect(store.snapshot?.profile.version == 5)
    }

    @Test func `a late onboarding completion does not replace a newer load`() async throws {
        let store = try await rig.loaded()
        rig.service.hold(.complete)
        let draft = try await store.draft()
        async let complete = store.complete(draft)
        #expect(await eventually { rig.service.count(of: .complete) == 1 })
        rig.service.change("uid-1", ["age": "40"])
        _ = await store.load(for: .first)
        rig.service.release(.complete)
        #expect(try await complete.fields["age"] == "40")
        #expect(store.snapshot?.profile.progress == .finished)
    }

    @Test func `completing the onboarding reports missing fields and saves the filled ones`() async throws {
        let store = try await rig.loaded()
        rig.service.required = ["name", "birthDate"]
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        let error = await #expect(throws: AuthError.self) { try await store.complete(draft) }
        #expect(error?.code == .profileIncomplete)
        #expect(error?.fields == ["birthDate"])
        #expect(rig.service["uid-1"]?[.city] == "Lyon")
        draft[ProfileField.string("birthDate")] = "1990-05-17"
        let profile = try await store.complete(draft)
        #expect(profile.progress == .finished)
        #expect(store.snapshot?.profile.progress == .finished)
        // The change is in the cache, for the next launch without a network.
        rig.service.fail(.load, with: .isOffline)
        let restarted = rig.makeStore()
        _ = await restarted.load(for: .first)
        #expect(restarted.snapshot?.profile.progress == .finished)
    }

    @Test func `a user with all required fields can complete the onboarding at once`() async throws {
        rig.service["uid-1"] = .mock(of: "uid-1", ["name": "A"])
        rig.service.required = ["name"]
        let store = try await rig.loaded()
        #expect(try await store.complete(try await store.draft()).progress == .finished)
    }

    @Test func `a profile missing at the server is removed from the device`() async throws {
        let store = try await rig.loaded()
        #expect(await store.cachedState(for: "uid-1") == .inProgress(OnboardingStep(rawValue: "one")))
        #expect(await store.cachedState(for: "uid-2") == nil)
        rig.service["uid-1"] = nil
        guard case .missing = await store.load(for: .first) else {
            Issue.record("missing")
            return
        }
        #expect(store.snapshot == nil)
        #expect(try rig.cacheStorage.read(for: "uid-1") == .empty)
    }

    @Test func `sending pending changes resets the retry delay`() async throws {
        let store = try await rig.loaded()
        rig.service.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        for _ in 0..<4 { try await store.save(draft) }
        await store.sendPendingChanges()
        #expect(await eventually { rig.clock.sleeperCount == 1 })
        let before = rig.service.count(of: .save)
        rig.clock.advance(by: .seconds(1.6))
        #expect(await eventually { rig.service.count(of: .save) == before + 1 })
    }

    @Test func `completing the onboarding offline fails and loses no changes`() async throws {
        let store = try await rig.loaded()
        rig.service.fail(.save, .complete, with: .isOffline)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        await expectError(.offline) { try await store.complete(draft) }
        rig.service.fail(.save, .complete, with: nil)
        let profile = try await store.complete(ProfileDraft(store.snapshot?.profile ?? .mock(of: "uid-1")))
        #expect(profile[.city] == "Lyon")
    }
}

/// The setup of a test: users, a profile at a server, and the storage of a device.
struct ProfileRig {
    static let steps = OnboardingSteps("one", "two", "three")

    let clock = ManualClock()
    let auth: MockAuthService
    let manager: AuthManager
    let service: MockProfileService
    let outbox = MockCacheStorage()
    let cacheStorage = MockCacheStorage()

    init(_ profile: Profile, users: [UserAuthInfo] = [.first]) {
        auth = MockAuthService(clock: clock.clock, users: users)
        manager = AuthManager(service: auth, store: MemorySessionStore(), clock: clock.clock)
        service = MockProfileService(steps: Self.steps, auth: manager, clock: clock.clock, profile)
    }

    func signIn() async throws {
        try await manager.signIn(with: .anonymous)
    }

    /// Creates the store of an app that has just been launched.
    func makeStore() -> ProfileStore {
        ProfileStore(
            service: service, auth: manager, storage: .mock(outbox: outbox, profile: cacheStorage), steps: Self.steps,
            clock: clock.clock, random: { 0.5 })
    }

    func loaded() async throws -> ProfileStore {
        try await signIn()
        let store = makeStore()
        _ = await store.load(for: .first)
        return store
    }
}
