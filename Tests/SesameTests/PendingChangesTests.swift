import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

@Suite struct PendingChangesTests {
    let base = Profile.mock(
        of:
            "uid-1", version: 3, ["name": "A", "city": "Lyon"], .init(state: .inProgress, step: "one"))

    private func changes(_ fields: JSONObject, at step: String? = nil, on profile: Profile? = nil) -> PendingChanges {
        var changes = PendingChanges()
        add(fields, at: step, to: &changes, on: profile ?? base)
        return changes
    }

    private func add(_ fields: JSONObject, at step: String? = nil, to changes: inout PendingChanges, on base: Profile) {
        var draft = ProfileDraft(base)
        for member in fields.members { draft[ProfileField.string(member.name)] = member.value.string }
        changes.add(
            draft, at: step.map { OnboardingStep(rawValue: $0) }, first: OnboardingStep(rawValue: "one"),
            current: changes.applied(to: base))
    }

    @Test func `two saves become one, and the later value counts`() {
        var pending = changes(["name": "B", "age": "40"])
        add(["name": "C", "city": nil], to: &pending, on: pending.applied(to: base))
        #expect(pending.fields == ["name": "C", "age": "40", "city": nil])
        #expect(pending.version == 3)
        #expect(pending.applied(to: base).fields == ["name": "C", "age": "40"])
    }

    @Test func `a value that is set back after it was saved is sent`() {
        var draft = ProfileDraft(base)
        draft[.name] = "B"
        var pending = PendingChanges()
        pending.add(draft, at: nil, first: nil, current: base)
        draft[.name] = "A"
        pending.add(draft, at: nil, first: nil, current: pending.applied(to: base))
        #expect(pending.applied(to: base)[.name] == "A")
    }

    @Test func `what was changed again while it was on its way stays`() {
        var pending = changes(["name": "B", "city": "Nice"], at: "two")
        let sent = pending
        add(["name": "C"], at: "three", to: &pending, on: pending.applied(to: base))
        var answer = base
        (answer.version, answer.onboarding) = (4, .init(state: .inProgress, step: "two"))
        pending.acknowledge(sent, answer)
        #expect(pending.change == ProfileChange(fields: ["name": "C"], steps: [.init(rawValue: "three")], version: 4))
    }

    private func change(_ name: String, to object: JSONObject, in changes: inout PendingChanges, on base: Profile) {
        var draft = ProfileDraft(base)
        draft[ProfileField.object(name)] = object
        changes.add(draft, at: nil, first: nil, current: changes.applied(to: base))
    }

    @Test func `of an object the members that another device has changed stay, and nested ones, too`() throws {
        let place: JSONObject = ["city": "Lyon", "country": "France", "at": ["latitude": 45, "longitude": 4]]
        let before = Profile.mock(of: "uid-1", version: 3, ["place": .object(place)])
        var pending = PendingChanges()
        change(
            "place", to: ["city": "Nice", "at": ["latitude": 43, "longitude": 4]], in: &pending, on: before)
        let newest = Profile.mock(
            of: "uid-1", version: 4,
            ["place": ["city": "Paris", "country": "FR", "zip": "75001", "at": ["latitude": 48, "longitude": 7]]])
        let merged: JSONObject = ["city": "Nice", "zip": "75001", "at": ["latitude": 43, "longitude": 7]]
        #expect(pending.applied(to: newest).fields == ["place": .object(merged)])
        let stored = try #require(PendingChanges(storedForm: pending.storedForm.serialized()))
        #expect(stored == pending)
        pending.rebase(onto: newest)
        #expect(pending.change == ProfileChange(fields: ["place": .object(merged)], version: 4))
        // A second time in a row: what was merged is no change of ours.
        let later = Profile.mock(of: "uid-1", version: 5, ["place": ["city": "Paris", "country": "FR"]])
        pending.rebase(onto: later)
        #expect(pending.fields["place"] == ["city": "Nice", "at": ["latitude": 43, "longitude": 7]])
    }

    @Test func `an object that another device has removed is what the person made of it`() {
        let before = Profile.mock(of: "uid-1", version: 3, ["place": ["city": "Lyon", "country": "France"]])
        var pending = PendingChanges()
        change("place", to: ["city": "Nice", "country": "France"], in: &pending, on: before)
        pending.rebase(onto: .mock(of: "uid-1", version: 4))
        #expect(pending.fields == ["place": ["city": "Nice", "country": "France"]])
    }

    @Test func `members of one object that are changed one after the other are both changed`() {
        let before = Profile.mock(of: "uid-1", version: 3, ["place": ["city": "Lyon", "country": "France"]])
        var pending = PendingChanges()
        // Both drafts were made before either was saved.
        change("place", to: ["city": "Nice", "country": "France"], in: &pending, on: before)
        let sent = pending
        var second = ProfileDraft(before)
        second[ProfileField.object("place")] = ["city": "Lyon", "country": "Suisse"]
        pending.add(second, at: nil, first: nil, current: pending.applied(to: before))
        #expect(pending.fields == ["place": ["city": "Nice", "country": "Suisse"]])
        pending.acknowledge(sent, .mock(of: "uid-1", version: 4, ["place": ["city": "Nice", "country": "France"]]))
        pending.rebase(onto: .mock(of: "uid-1", version: 5, ["place": ["city": "Paris", "country": "France"]]))
        #expect(pending.fields == ["place": ["city": "Paris", "country": "Suisse"]])
    }

    /// A draft that was saved, then changed again, as a form that is saved page by page keeps one.
    private func saved(_ objects: [JSONObject?], on base: Profile, then newest: Profile? = nil) -> Profile {
        var (draft, pending, known) = (ProfileDraft(base), PendingChanges(), base)
        for object in objects {
            draft[ProfileField.object("place")] = object
            pending.add(draft, at: nil, first: nil, current: pending.applied(to: known))
            known = newest ?? known
        }
        return pending.applied(to: known)
    }

    @Test func `a member that was saved and taken back in the same draft is taken back`() {
        let empty = Profile.mock(of: "uid-1", version: 3)
        #expect(saved([["at": 1, "city": "Paris"], ["at": 2]], on: empty).fields == ["place": ["at": 2]])
        let before = Profile.mock(of: "uid-1", version: 3, ["place": ["at": 1, "city": "Rome"]])
        #expect(
            saved([["at": 1, "city": "Paris"], ["at": 2, "city": "Rome"]], on: before).fields
                == ["place": ["at": 2, "city": "Rome"]])
        #expect(
            saved([["at": 1], ["at": 2, "city": "Rome"]], on: before).fields
                == ["place": ["at": 2, "city": "Rome"]])
        #expect(saved([["at": 2, "city": "Paris"], ["at": 1, "city": "Rome"]], on: before).fields == before.fields)
        #expect(saved([["at": 1, "city": "Paris"], nil], on: empty).fields == [:])
        let nested = Profile.mock(of: "uid-1", version: 3, ["place": ["at": ["lat": 1, "lon": 1]]])
        #expect(
            saved([["at": ["lat": 2, "lon": 1]], ["at": ["lat": 1, "lon": 5]]], on: nested).fields
                == ["place": ["at": ["lat": 1, "lon": 5]]])
    }

    @Test func `a draft that changes nothing undoes no other device's change`() {
        let before = Profile.mock(of: "uid-1", version: 3, ["name": "A", "place": ["a": 1]])
        var draft = ProfileDraft(before)
        draft[.name] = "B"
        draft[.name] = "A"
        draft[ProfileField.object("place")] = ["a": 2]
        draft[ProfileField.object("place")] = ["a": 1]
        draft[ProfileField.object("other")] = ["x": 1]
        draft[ProfileField.object("other")] = nil
        #expect(draft.isEmpty)
        let newest = Profile.mock(
            of: "uid-1", version: 4, ["name": "C", "place": ["a": 1, "c": 9], "other": ["y": 1]])
        var pending = PendingChanges()
        pending.add(draft, at: nil, first: nil, current: newest)
        #expect(pending.applied(to: newest).fields == newest.fields)
    }

    @Test func `an object that neither device had is put together of both`() {
        let before = Profile.mock(of: "uid-1", version: 3)
        var pending = PendingChanges()
        change("place", to: ["lang": "fr"], in: &pending, on: before)
        pending.rebase(onto: .mock(of: "uid-1", version: 4, ["place": ["theme": "dark"]]))
        #expect(pending.fields == ["place": ["lang": "fr", "theme": "dark"]])
    }

    @Test func `a second change of a pending object takes nothing of another device's for its own`() {
        let first = Profile.mock(of: "uid-1", version: 1, ["place": ["theme": "light", "lang": "en", "old": 1]])
        var pending = PendingChanges()
        change("place", to: ["theme": "dark", "lang": "en", "old": 1], in: &pending, on: first)
        // Loaded meanwhile; the delivery fails.
        let second = Profile.mock(of: "uid-1", version: 2, ["place": ["theme": "light", "lang": "fr", "new": 2]])
        let shown = pending.applied(to: second)
        #expect(shown.fields == ["place": ["theme": "dark", "lang": "fr", "new": 2]])
        var draft = ProfileDraft(shown)
        draft[ProfileField.object("place")] = ["theme": "dark", "lang": "fr", "new": 2, "size": 3]
        pending.add(draft, at: nil, first: nil, current: shown)
        let third = Profile.mock(of: "uid-1", version: 3, ["place": ["theme": "light", "lang": "de", "new": 4]])
        pending.rebase(onto: third)
        #expect(pending.fields == ["place": ["theme": "dark", "lang": "de", "new": 4, "size": 3]])
    }

    @Test func `what was changed on while an object was on its way keeps what the server has made of it`() {
        let before = Profile.mock(of: "uid-1", version: 3)
        var pending = PendingChanges()
        change("place", to: ["a": 1], in: &pending, on: before)
        let sent = pending
        var draft = ProfileDraft(pending.applied(to: before))
        draft[ProfileField.object("place")] = ["a": 1, "b": 2]
        draft[ProfileField.object("more")] = ["x": 1]
        pending.add(draft, at: nil, first: nil, current: pending.applied(to: before))
        pending.acknowledge(
            sent, .mock(of: "uid-1", version: 4, ["place": ["a": 1, "made": true], "more": ["y": 2]]))
        #expect(pending.fields == ["place": ["a": 1, "b": 2, "made": true], "more": ["x": 1, "y": 2]])
        pending.rebase(
            onto: .mock(of: "uid-1", version: 5, ["place": ["a": 1, "made": true, "c": 3], "more": ["y": 2]]))
        #expect(pending.fields["place"] == ["a": 1, "b": 2, "made": true, "c": 3])
    }

    @Test func `what the last run left of an object is put together with what has changed since`() {
        let before = Profile.mock(of: "uid-1", version: 3, ["place": ["city": "Lyon", "country": "France"]])
        var (older, newer) = (PendingChanges(), PendingChanges())
        change("place", to: ["city": "Nice", "country": "France"], in: &older, on: before)
        change("place", to: ["city": "Lyon", "country": "Suisse"], in: &newer, on: before)
        #expect(newer.merged(onto: older).fields == ["place": ["city": "Nice", "country": "Suisse"]])
    }

    @Test func `another device's fields stay, own ones win`() {
        var pending = changes(["name": "B"])
        let newest = Profile.mock(of: "uid-1", version: 9, ["name": "X", "city": "Nice"], base.onboarding)
        pending.rebase(onto: newest)
        #expect(pending.change == ProfileChange(fields: ["name": "B"], version: 9))
        #expect(pending.applied(to: newest).fields == ["name": "B", "city": "Nice"])
    }

    @Test func `what the newest version has already is not sent again`() {
        var pending = changes(["name": "B", "city": nil])
        pending.rebase(onto: .mock(of: "uid-1", version: 4, ["name": "B"], base.onboarding))
        #expect(pending.isEmpty)
    }

    @Test func `steps go on from where the server is, when it is one of them`() {
        var pending = changes(["name": "B"], at: "two")
        add([:], at: "three", to: &pending, on: pending.applied(to: base))
        #expect(pending.steps == ["two", "three"])
        pending.rebase(onto: .mock(of: "uid-1", version: 4, ["name": "A"], .init(state: .inProgress, step: "two")))
        #expect(pending.steps == ["three"])
    }

    @Test(arguments: [OnboardingBody(state: .completed), OnboardingBody(state: .inProgress, step: "four")])
    func `where the onboarding has gone on elsewhere, this device's steps are out of date`(elsewhere: OnboardingBody) {
        var pending = changes(["name": "B"], at: "two")
        pending.rebase(onto: .mock(of: "uid-1", version: 4, ["name": "A"], elsewhere))
        #expect(pending.steps.isEmpty)
        #expect(pending.fields == ["name": "B"])
    }

    @Test func `whoever has not begun stands at the first step`() {
        let new = Profile.mock(of: "uid-1")
        #expect(changes([:], at: "two", on: new).steps == ["one", "two"])
        #expect(changes([:], at: "one", on: new).steps == ["one"])
        #expect(changes([:], at: "one").steps.isEmpty)
    }

    @Test func `the first change begins the onboarding, and an empty one does not`() {
        let new = Profile.mock(of: "uid-1")
        var pending = changes(["name": "B"], on: new)
        #expect(pending.steps == ["one"])
        #expect(pending.applied(to: new).onboarding == OnboardingBody(state: .inProgress, step: "one"))
        add(["city": "Lyon"], at: "two", to: &pending, on: pending.applied(to: new))
        #expect(pending.steps == ["one", "two"])
        #expect(changes([:], on: new).isEmpty)
        #expect(changes(["name": "B"]).steps.isEmpty)
    }

    @Test func `one draft that is saved page by page is put on what is known, not on what it was made on`() {
        var pending = PendingChanges()
        let known = Profile.mock(of: "uid-1", version: 5, ["name": "A"], .init(state: .inProgress, step: "two"))
        pending.add(ProfileDraft(base), at: OnboardingStep(rawValue: "three"), first: nil, current: known)
        #expect(pending.version == 5)
        pending.rebase(onto: .mock(of: "uid-1", version: 6, ["name": "A"], .init(state: .inProgress, step: "two")))
        #expect(pending.steps == ["three"])
    }

    @Test func `who has finished goes along no steps`() {
        #expect(changes([:], at: "two", on: .mock(of: "uid-1", [:], .init(state: .completed))).isEmpty)
    }

    @Test func `what is stored is read again, and what is nothing of ours is nothing`() {
        let pending = changes(["name": "B", "city": nil], at: "two")
        #expect(PendingChanges(storedForm: pending.storedForm.serialized()) == pending)
        for text in ["", "{}", "[]", "{\"fields\":1,\"steps\":[]}"] {
            #expect(PendingChanges(storedForm: Array(text.utf8)) == nil)
        }
    }

    @Test func `an error names the field, or one of its members`() {
        let pending = changes(["name": "B", "city": "Nice"], at: "two")
        func concerned(_ fields: String..., code: AuthError.Code = .invalidRequest) -> [String] {
            var error = AuthError(code, "")
            error.fields = fields
            return pending.concerned(by: error).names
        }
        #expect(concerned("fields.name") == ["name"])
        #expect(concerned("fields.city.latitude") == ["city"])
        #expect(concerned("onboarding.step") == ["onboarding.step"])
        #expect(concerned(code: .invalidTransition) == ["onboarding.step"])
        #expect(concerned("fields.other", "fields").isEmpty)
    }

    /// Any saves, rebases and acknowledgements in any order: the last value of each own field ends at the server, and
    /// another device's other fields are never touched.
    @Test(arguments: 0..<50) func `no change is lost and no other one touched`(seed: UInt64) {
        var random = SplitMix(state: seed)
        var server = Profile.mock(of: "uid-1", version: 1, [:], .init(state: .completed))
        var known = server
        var pending = PendingChanges()
        var wanted: [String: String] = [:]
        var others: [String: String] = [:]
        for number in 0..<60 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let (name, value) = ("own\(Int.random(in: 0..<4, using: &random))", "v\(number)")
                wanted[name] = value
                add([name: .string(value)], to: &pending, on: pending.applied(to: known))
            case 1:
                let (name, value) = ("other\(Int.random(in: 0..<4, using: &random))", "w\(number)")
                others[name] = value
                server.fields[name] = .string(value)
                server.version += 1
            case 2 where pending.version == server.version:
                let sent = pending
                for member in sent.fields.members { server.fields[member.name] = member.value }
                server.version += 1
                // Sometimes the answer is lost.
                if Bool.random(using: &random) { pending.acknowledge(sent, server) }
                known = server
            default:
                pending.rebase(onto: server)
                known = server
            }
        }
        pending.rebase(onto: server)
        let end = pending.applied(to: server)
        for (name, value) in wanted { #expect(end.fields[name]?.string == value) }
        for (name, value) in others { #expect(end.fields[name]?.string == value) }
    }
}
