import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

/// Tests of drafts that are saved more than once, as in forms with several pages.
@Suite struct ProfileFormTests {
    let rig = ProfileRig(.mock(of: "uid-1", version: 3, ["name": "A"]), users: [.first, .second])

    @Test func `a rejected field is sent again with the next save`() async throws {
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

    @Test func `after a rejection a field can be set back to its first value`() async throws {
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

    @Test func `a rejection in one form does not make another form send the field again`() async throws {
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

    @Test func `a rejected removal of a saved value throws`() async throws {
        let store = try await rig.loaded()
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        try await store.save(draft)
        rig.service.refuse("city", with: .profileIncomplete)
        draft[.city] = nil
        #expect(draft.changes.isEmpty && !draft.isEmpty)
        await expectError(.profileIncomplete) { [draft] in try await store.save(draft) }
        rig.service.refuse("city", with: nil)
        try await store.save(draft)
        #expect(draft.isEmpty)
    }

    @Test func `saving a form again does not revert a change by another device`() async throws {
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

    @Test(arguments: [true, false]) func `saving an older copy of a form neither reverts nor blocks newer values`(
        isLate: Bool
    ) async throws {
        let store = try await rig.loaded()
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        let older = draft
        draft[.city] = "Nice"
        draft[.name] = "B"
        for copy in isLate ? [draft, older] : [older, draft] { try await store.save(copy) }
        #expect(rig.service["uid-1"]?.fields == ["name": "B", "city": "Nice"])
    }

    @Test(arguments: [true, false]) func `two copies of a form change two members of one object`(
        isInOrder: Bool
    ) async throws {
        rig.service["uid-1"] = .mock(of: "uid-1", version: 3, ["place": ["a": 1, "b": 2]])
        let store = try await rig.loaded()
        let draft = try await store.draft()
        var (left, right) = (draft, draft)
        left[ProfileField.object("place")] = ["a": 5, "b": 2]
        right[ProfileField.object("place")] = ["a": 1, "b": 6]
        for copy in isInOrder ? [left, right] : [right, left] { try await store.save(copy) }
        #expect(rig.service["uid-1"]?.fields == ["place": ["a": 5, "b": 6]])
    }

    @Test func `after a value saved during another save is rejected, the first value can be saved`() async throws {
        let store = try await rig.loaded()
        rig.service.hold(.save)
        var draft = try await store.draft()
        draft[.name] = "B"
        let first = Task { [draft] in try await store.save(draft) }
        #expect(await eventually { rig.service.count(of: .save) == 1 })
        draft[.name] = "X"
        let second = Task { [draft] in try await store.save(draft) }
        #expect(await eventually { store.snapshot?.profile.fields["name"] == "X" })
        rig.service.refuse("name", with: .invalidRequest)
        rig.service.release(.save)
        _ = try? await first.value
        await expectError(.invalidRequest) { _ = try await second.value }
        #expect(rig.service["uid-1"]?.fields == ["name": "B"])
        rig.service.refuse("name", with: nil)
        draft[.name] = "A"
        try await store.save(draft)
        #expect(rig.service["uid-1"]?.fields == ["name": "A"])
    }

    /// Saves a place that the server refuses and, before the response arrives, saves `object`. Returns both results.
    private func overtake(
        _ refused: JSONObject?, by object: JSONObject
    ) async throws -> (first: Result<ProfileSaveResult, any Error>, second: Result<ProfileSaveResult, any Error>) {
        rig.service["uid-1"] = .mock(of: "uid-1", version: 3, ["place": ["city": "Lyon", "zip": 69_000, "lat": 1]])
        let store = try await rig.loaded()
        rig.service.refuse("place", with: .invalidRequest)
        rig.service.hold(.save)
        var draft = try await store.draft()
        draft[ProfileField.object("place")] = refused
        let first = Task { [draft] in try await store.save(draft) }
        #expect(await eventually { rig.service.count(of: .save) == 1 })
        rig.service.refuse("place", with: nil)
        draft[ProfileField.object("place")] = object
        let second = Task { [draft] in try await store.save(draft) }
        #expect(await eventually { store.snapshot?.profile.fields["place"] == .object(object) })
        rig.service.release(.save)
        return (await first.result, await second.result)
    }

    @Test func `a change that overtakes a rejected removal is not merged with the removed object`() async throws {
        _ = try await overtake(nil, by: ["city": "Nice"])
        #expect(rig.service["uid-1"]?.fields == ["place": ["city": "Nice"]])
    }

    @Test func `a rejected member is reported although another member of its object is saved later`() async throws {
        let saves = try await overtake(
            ["city": "Lyon", "zip": 69_000, "lat": 200], by: ["city": "Nice", "zip": 69_000, "lat": 200])
        #expect(rig.service["uid-1"]?.fields == ["place": ["city": "Nice", "zip": 69_000, "lat": 1]])
        for save in [saves.first, saves.second] {
            #expect((#expect(throws: AuthError.self) { try save.get() })?.code == .invalidRequest)
        }
    }

    @Test func `every save of a form throws an error with all rejected fields`() async throws {
        let store = try await rig.loaded()
        rig.service.refuse("city", with: .invalidRequest)
        rig.service.refuse("age", with: .invalidRequest)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        draft[ProfileField.string("age")] = "x"
        let form = draft
        for _ in 0..<2 {
            let error = await #expect(throws: AuthError.self) { _ = try await store.save(form) }
            #expect(Set(error?.fields ?? []) == ["fields.city", "fields.age"])
        }
        #expect(store.snapshot?.rejection?.fields == ["age", "city"])
        #expect(store.snapshot?.rejection?.code == .invalidRequest)
        // Other forms are not affected.
        var other = try await store.draft()
        other[.name] = "B"
        try await store.save(other)
    }

    @Test func `two concurrent saves of one form throw the same rejected fields`() async throws {
        let store = try await rig.loaded()
        for name in ["city", "age"] { rig.service.refuse(name, with: .invalidRequest) }
        rig.service.hold(.save)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        draft[ProfileField.string("age")] = "x"
        let form = draft
        let saves = (0..<2).map { _ in Task { try await store.save(form) } }
        #expect(await eventually { rig.service.count(of: .save) == 1 })
        rig.service.release(.save)
        for save in saves {
            let error = await #expect(throws: AuthError.self) { try await save.value }
            #expect(Set(error?.fields ?? []) == ["fields.city", "fields.age"])
        }
    }

    @Test func `an object that is removed and set again retains its unknown members`() {
        let field = ProfileField<String>(
            "place", read: { $0["city"]?.string }, write: { ["city": .string($0), "mode": "unknown"] })
        let base = Profile.mock(
            of: "uid-1", version: 3, ["place": ["city": "Lyon", "altitude": 170, "mode": "newer"]])
        var draft = ProfileDraft(base)
        draft[field] = nil
        draft[field] = "Lyon"
        #expect(draft.isEmpty && draft.say().isEmpty)
        draft[field] = "Nice"
        #expect(draft.changes == ["place": ["city": "Nice", "altitude": 170, "mode": "newer"]])
        // A member is also restored if this version would write it in another form.
        let mode = ProfileField<String>(
            "place", read: { $0["mode"]?.string == "a" ? "a" : "unknown" }, write: { ["mode": .string($0)] })
        draft[mode] = "a"
        draft[mode] = "unknown"
        #expect(draft.changes == ["place": ["city": "Nice", "altitude": 170, "mode": "newer"]])
        // A member that another field has changed is kept.
        draft[ProfileField.object("place")] = ["city": "Nice", "altitude": 170, "mode": "newest"]
        draft[field] = "Paris"
        #expect(draft.changes == ["place": ["city": "Paris", "altitude": 170, "mode": "newest"]])
    }

    @Test func `a copy of a form does not revert fields that it never changed`() async throws {
        let store = try await rig.loaded()
        let draft = try await store.draft()
        var (left, right) = (draft, draft)
        left[.name] = "B"
        right[.city] = "Lyon"
        try await store.save(left)
        try await store.save(right)
        #expect(rig.service["uid-1"]?.fields == ["name": "B", "city": "Lyon"])
    }

    @Test func `a form left open across a sign-out sends its dropped changes again`() async throws {
        let store = try await rig.loaded()
        rig.service.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        try await store.save(draft)
        await rig.manager.signOut()
        await store.sendPendingChanges()
        rig.service.fail(.save, with: nil)
        rig.auth.users = [.first]
        try await rig.signIn()
        _ = await store.load(for: .first)
        draft[.name] = "B"
        try await store.save(draft)
        #expect(rig.service["uid-1"]?.fields == ["name": "B", "city": "Lyon"])
    }

    @Test func `fields that share one object change only their own members`() async throws {
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
