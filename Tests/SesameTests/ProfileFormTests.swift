import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Drafts that are saved more than once, as forms of several pages are.
@Suite struct ProfileFormTests {
    let rig = ProfileRig(.mock(of: "uid-1", version: 3, ["name": "A"]), users: [.first, .second])

    @Test func `a field that was refused is said again with the next save`() async throws {
        let store = try await rig.loaded()
        rig.service.refuse("city", with: .invalidRequest)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        await expectError(.invalidRequest) { [draft] in try await store.save(draft) }
        rig.service.refuse("city", with: nil)
        draft[.name] = "B"
        try await store.save(draft)
        #expect(rig.service["uid-1"]?.fields == ["name": "B", "city": "Lyon"])
    }

    @Test func `after a refusal a field can be set back to what it was at first`() async throws {
        let store = try await rig.loaded()
        var draft = try await store.draft()
        draft[.name] = "B"
        try await store.save(draft)
        rig.service.refuse("name", with: .invalidRequest)
        draft[.name] = "X"
        await expectError(.invalidRequest) { [draft] in try await store.save(draft) }
        rig.service.refuse("name", with: nil)
        draft[.name] = "A"
        try await store.save(draft)
        #expect(rig.service["uid-1"]?.fields == ["name": "A"])
    }

    @Test func `a refusal of one form's field says nothing of another form's again`() async throws {
        let store = try await rig.loaded()
        var (first, second) = (try await store.draft(), try await store.draft())
        first[.city] = "Lyon"
        try await store.save(first)
        rig.service.refuse("city", with: .invalidRequest)
        second[.city] = "X"
        await expectError(.invalidRequest) { [second] in try await store.save(second) }
        rig.service.refuse("city", with: nil)
        rig.service.change("uid-1", ["city": "Oslo"])
        first[.name] = "B"
        try await store.save(first)
        #expect(rig.service["uid-1"]?.fields == ["name": "B", "city": "Oslo"])
    }

    @Test func `a value that is taken back and refused is told`() async throws {
        let store = try await rig.loaded()
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        try await store.save(draft)
        rig.service.refuse("city", with: .profileIncomplete)
        draft[.city] = nil
        #expect(draft.isEmpty)
        await expectError(.profileIncomplete) { try await store.save(draft) }
    }

    @Test func `a form that is saved again undoes nothing that another device has changed since`() async throws {
        let store = try await rig.loaded()
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        try await store.save(draft)
        for number in 0..<9 {
            var setting = try await store.draft()
            setting[ProfileField.string("setting")] = "\(number)"
            try await store.save(setting)
        }
        rig.service.change("uid-1", ["city": "Oslo"])
        draft[.name] = "B"
        try await store.save(draft)
        #expect(rig.service["uid-1"]?.fields == ["name": "B", "city": "Oslo", "setting": "8"])
    }

    @Test func `an older copy of a form that is saved late takes nothing back`() async throws {
        let store = try await rig.loaded()
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        let older = draft
        draft[.city] = "Nice"
        draft[.name] = "B"
        try await store.save(draft)
        try await store.save(older)
        #expect(rig.service["uid-1"]?.fields == ["name": "B", "city": "Nice"])
    }

    @Test func `what one copy of a form has never changed is not taken back by it`() async throws {
        let store = try await rig.loaded()
        let draft = try await store.draft()
        var (left, right) = (draft, draft)
        left[.name] = "B"
        right[.city] = "Lyon"
        try await store.save(left)
        try await store.save(right)
        #expect(rig.service["uid-1"]?.fields == ["name": "B", "city": "Lyon"])
    }

    @Test func `a form that was open while somebody else was there says again what was dropped`() async throws {
        let store = try await rig.loaded()
        rig.service.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        try await store.save(draft)
        await rig.manager.signOut()
        await store.deliverChanges()
        rig.service.fail(.save, with: nil)
        rig.auth.users = [.first]
        try await rig.signIn()
        _ = await store.load(for: .first)
        draft[.name] = "B"
        try await store.save(draft)
        #expect(rig.service["uid-1"]?.fields == ["name": "B", "city": "Lyon"])
    }

    @Test func `fields that are views of one object change it one after the other`() async throws {
        func view(_ name: String) -> ProfileField<String> {
            ProfileField("place", read: { $0[name]?.string }, write: { [name: .string($0)] })
        }
        let base = Profile.mock(of: "uid-1", version: 3, ["place": ["city": "Lyon", "country": "France", "zip": 1]])
        var draft = ProfileDraft(base)
        draft[view("city")] = "Nice"
        draft[view("country")] = "Suisse"
        #expect(draft.changes == ["place": ["city": "Nice", "country": "Suisse", "zip": 1]])
        draft[view("country")] = "France"
        #expect(draft.changes == ["place": ["city": "Nice", "country": "France", "zip": 1]])
        draft[view("city")] = "Lyon"
        #expect(draft.isEmpty)
    }
}

/// What waits for a server that is not as it was.
@Suite struct ProfileDeliveryTests {
    let rig = ProfileRig(.mock(of: "uid-1", version: 3, ["name": "A"]))

    @Test(arguments: [true, false]) func `a profile that is gone at the server is made anew by a change`(
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
        #expect(rig.outbox.holder == nil)
    }

    @Test func `what an unreadable disk has kept does not override what was saved since`() async throws {
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
        await restarted.deliverChanges()
        #expect(rig.service["uid-1"]?.fields == ["name": "C", "city": "Lyon"])
        #expect(rig.outbox.holder == nil)
    }

    @Test func `what a load has shown is sent no more, unless something was sent meanwhile`() async throws {
        let store = try await rig.loaded()
        var draft = try await store.draft()
        draft[.name] = "B"
        rig.service.loseAnswers(to: .save)
        try await store.save(draft)
        _ = await store.load(for: .first)
        await store.deliverChanges()
        #expect(rig.outbox.holder == nil && store.snapshot?.waiting == [])
        rig.service.change("uid-1", ["name": "Z"])
        await store.deliverChanges()
        _ = await store.load(for: .first)
        #expect(store.snapshot?.profile.fields == ["name": "Z"])
        // A load that was asked before a save does not know what the save has changed since.
        rig.service.hold(.load)
        let load = Task { await store.load(for: .first) }
        #expect(await eventually { rig.service.count(of: .load) == 4 })
        draft = try await store.draft()
        draft[.name] = "C"
        rig.service.loseAnswers(to: .save)
        try await store.save(draft)
        rig.service.fail(.save, with: .isOffline)
        draft[.name] = "Z"
        try await store.save(draft)
        rig.service.release(.load)
        _ = await load.value
        rig.service.fail(.save, with: nil)
        await store.deliverChanges()
        #expect(rig.service["uid-1"]?.fields == ["name": "Z"])
    }

    @Test func `a memory that is older than what waits costs no step`() async throws {
        rig.service.change("uid-1", [:], .init(state: .inProgress, step: "one"))
        let store = try await rig.loaded()
        rig.service.fail(.save, with: .isOffline)
        try await store.save(try await store.draft(), at: OnboardingStep(rawValue: "two"))
        let cache = UserCache<Profile>(storage: rig.cacheStorage, clock: rig.clock.clock)
        try cache.save(.mock(of: "uid-1", version: 1, ["name": "A"]), for: "uid-1")
        let restarted = rig.makeStore()
        await restarted.deliverChanges()
        #expect(restarted.snapshot?.profile.onboarding.step == "two")
        rig.service.fail(.save, with: nil)
        await restarted.deliverChanges()
        #expect(rig.service["uid-1"]?.onboarding.step == "two")
    }

    @Test func `a change that nothing could keep is told when the session ends before it is sent`() async throws {
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
}
