import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of queued changes: to a profile that has changed on the server, from a disk that was unreadable or full, and
/// after the session has ended.
@Suite struct ProfileDeliveryTests {
    let rig = ProfileRig(.mock(of: "uid-1", version: 3, ["name": "A"]))

    @Test(arguments: [true, false]) func `a change recreates a profile that is missing at the server`(
        isKnown: Bool
    ) async throws {
        let store = try await rig.loaded()
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        rig.service["uid-1"] = nil
        if isKnown {
            guard case .missing = await store.load(for: .first) else {
                Issue.record("the profile is still there")
                return
            }
        }
        let save = try await store.save(draft)
        #expect(save == .saved(save.profile))
        #expect(rig.service["uid-1"]?.fields == ["city": "Lyon"])
        #expect(rig.outbox.ownerUID == nil)
    }

    @Test func `changes from a disk that was unreadable do not override later saves`() async throws {
        let store = try await rig.loaded()
        rig.service.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[.name] = "B"
        draft[.city] = "Lyon"
        try await store.save(draft)
        rig.outbox.fail(.read, with: .isFull)
        let restarted = rig.makeStore()
        _ = await restarted.load(for: .first)
        rig.service.fail(.save, with: nil)
        var later = try await restarted.draft()
        later[.name] = "C"
        try await restarted.save(later)
        #expect(rig.service["uid-1"]?.fields == ["name": "C"])
        rig.outbox.fail(.read, with: nil)
        await restarted.sendPendingChanges()
        #expect(rig.service["uid-1"]?.fields == ["name": "C", "city": "Lyon"])
        #expect(rig.outbox.ownerUID == nil)
    }

    @Test func `a change that a load confirms is not sent again, unless something was sent meanwhile`() async throws {
        let store = try await rig.loaded()
        var draft = try await store.draft()
        draft[.name] = "B"
        rig.service.dropResponses(to: .save)
        try await store.save(draft)
        _ = await store.load(for: .first)
        await store.sendPendingChanges()
        #expect(rig.outbox.ownerUID == nil && store.snapshot?.pendingFields == [])
        rig.service.change("uid-1", ["name": "Z"])
        await store.sendPendingChanges()
        _ = await store.load(for: .first)
        #expect(store.snapshot?.profile.fields == ["name": "Z"])
        // A load that was requested before a save does not contain the changes of the save.
        rig.service.hold(.load)
        let load = Task { await store.load(for: .first) }
        #expect(await eventually { rig.service.count(of: .load) == 4 })
        draft = try await store.draft()
        draft[.name] = "C"
        rig.service.dropResponses(to: .save)
        try await store.save(draft)
        rig.service.fail(.save, with: .isOffline)
        draft[.name] = "Z"
        try await store.save(draft)
        rig.service.release(.load)
        _ = await load.value
        rig.service.fail(.save, with: nil)
        await store.sendPendingChanges()
        #expect(rig.service["uid-1"]?.fields == ["name": "Z"])
    }

    @Test func `an outdated cached profile does not lose a pending step`() async throws {
        rig.service.change("uid-1", [:], .init(state: .inProgress, step: "one"))
        let store = try await rig.loaded()
        rig.service.fail(.save, with: .isOffline)
        try await store.save(try await store.draft(), at: OnboardingStep(rawValue: "two"))
        let cache = UserCache<KeptProfile>(storage: rig.cacheStorage, clock: rig.clock.clock)
        try cache.save(KeptProfile(.mock(of: "uid-1", version: 1, ["name": "A"])), for: "uid-1")
        let restarted = rig.makeStore()
        await restarted.sendPendingChanges()
        #expect(restarted.snapshot?.profile.onboarding.step == "two")
        rig.service.fail(.save, with: nil)
        await restarted.sendPendingChanges()
        #expect(rig.service["uid-1"]?.onboarding.step == "two")
    }

    @Test func `a change that could not be stored is reported when the session ends before it is sent`() async throws {
        let store = try await rig.loaded()
        rig.outbox.fail(.write, with: .isFull)
        rig.service.hold(.save)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        let save = Task { [draft] in try await store.save(draft) }
        #expect(await eventually { rig.service.count(of: .save) == 1 })
        rig.auth.fail(.refresh, with: AuthError(.sessionEnded, ""))
        _ = try? await rig.manager.accessToken(rejecting: try await rig.manager.accessToken())
        rig.service.release(.save)
        await expectError(.storageUnavailable) { _ = try await save.value }
    }

    @Test func `a change that could not be stored can be saved again after the session has ended`() async throws {
        let store = try await rig.loaded()
        rig.outbox.fail(.write, with: .isFull)
        rig.service.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        await expectError(.storageUnavailable) { [draft] in try await store.save(draft) }
        await expectError(.storageUnavailable) { [draft] in try await store.complete(draft) }
        try await signInAgain(store)
        rig.outbox.fail(.write, with: nil)
        rig.service.fail(.save, with: nil)
        try await store.save(draft)
        #expect(rig.service["uid-1"]?.fields == ["name": "A", "city": "Lyon"])
    }

    @Test func `a change that was only partly stored can be saved again after the session has ended`() async throws {
        let store = try await rig.loaded()
        rig.service.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        try await store.save(draft)
        rig.outbox.fail(.write, with: .isFull)
        draft[.city] = "Nice"
        await expectError(.storageUnavailable) { [draft] in try await store.save(draft) }
        try await signInAgain(store)
        rig.outbox.fail(.write, with: nil)
        rig.service.fail(.save, with: nil)
        try await store.save(draft)
        #expect(rig.service["uid-1"]?.fields == ["name": "A", "city": "Nice"])
    }

    @Test func `a change rejected after another sign-in can be saved again, too`() async throws {
        let store = try await rig.loaded()
        rig.service.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        try await store.save(draft)
        rig.service.fail(.save, with: nil)
        rig.service.refuse("city", with: .invalidRequest)
        try await signInAgain(store)
        await store.sendPendingChanges()
        #expect(store.snapshot?.rejection?.fields == ["city"])
        rig.service.refuse("city", with: nil)
        try await store.save(draft)
        #expect(rig.service["uid-1"]?.fields == ["name": "A", "city": "Lyon"])
    }

    @Test func `a change that the server had when the disk became readable is not sent`() async throws {
        let store = try await rig.loaded()
        rig.service.dropResponses(to: .save)
        var draft = try await store.draft()
        draft[.name] = "B"
        try await store.save(draft)
        rig.outbox.fail(.read, with: .isFull)
        rig.service.fail(.save, with: .isOffline)
        let restarted = rig.makeStore()
        _ = await restarted.load(for: .first)
        rig.outbox.fail(.read, with: nil)
        await restarted.sendPendingChanges()
        rig.service.change("uid-1", ["name": "Z"])
        rig.service.fail(.save, with: nil)
        await restarted.sendPendingChanges()
        #expect(rig.service["uid-1"]?.fields == ["name": "Z"])
    }

    /// Ends the session on the server, and signs in the same user again.
    private func signInAgain(_ store: ProfileStore) async throws {
        rig.auth.fail(.refresh, with: AuthError(.sessionEnded, ""))
        _ = try? await rig.manager.accessToken(rejecting: try await rig.manager.accessToken())
        await store.sendPendingChanges()
        rig.auth.fail(.refresh, with: nil)
        rig.auth.users = [.first]
        try await rig.signIn()
        _ = await store.load(for: .first)
    }

    @Test func `a change that a load confirms overrides one from a disk that was unreadable`() async throws {
        let store = try await rig.loaded()
        rig.service.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[.name] = "B"
        try await store.save(draft)
        rig.outbox.fail(.read, with: .isFull)
        let restarted = rig.makeStore()
        _ = await restarted.load(for: .first)
        rig.service.fail(.save, with: nil)
        rig.service.dropResponses(to: .save)
        var later = try await restarted.draft()
        later[.name] = "C"
        await expectError(.storageUnavailable) { [later] in try await restarted.save(later) }
        rig.service.fail(.save, with: .isOffline)
        _ = await restarted.load(for: .first)
        rig.outbox.fail(.read, with: nil)
        rig.service.fail(.save, with: nil)
        await restarted.sendPendingChanges()
        #expect(rig.service["uid-1"]?.fields == ["name": "C"])
    }
}
