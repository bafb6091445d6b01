import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@Suite struct PendingObjectsTests {
    /// Returns a profile with the given version, and with the object in its field `place` unless the object is nil.
    private func profile(_ version: Int, _ place: JSONObject? = nil) -> Profile {
        .mock(of: "uid-1", version: version, place.map { ["place": .object($0)] } ?? [:])
    }

    private func draft(_ base: Profile, _ object: JSONObject?) -> ProfileDraft {
        var draft = ProfileDraft(base)
        draft[.place] = object
        return draft
    }

    private func changes(_ object: JSONObject?, on base: Profile) -> PendingChanges {
        var pending = PendingChanges()
        pending.add(draft(base, object), on: base)
        return pending
    }

    /// Returns the field `place` of the change to send if the server last reported the profile `known`.
    private func sent(_ pending: PendingChanges, _ known: Profile) -> JSONValue? {
        pending.change(of: known).fields["place"]
    }

    @Test func `members of an object that another device has changed stay, nested ones included`() throws {
        let before = profile(3, ["city": "Lyon", "country": "France", "at": ["latitude": 45, "longitude": 4]])
        var pending = changes(["city": "Nice", "at": ["latitude": 43, "longitude": 4]], on: before)
        let newest = profile(
            4, ["city": "Paris", "country": "FR", "zip": "75001", "at": ["latitude": 48, "longitude": 7]])
        let merged: JSONObject = ["city": "Nice", "zip": "75001", "at": ["latitude": 43, "longitude": 7]]
        #expect(pending.applied(to: newest).fields == ["place": .object(merged)])
        let stored = try #require(PendingChanges(storedForm: pending.storedForm.serialized()))
        #expect(stored == pending)
        pending.learn(newest)
        #expect(pending.change(of: newest) == ProfileChange(fields: ["place": .object(merged)], version: 4))
        // Once more: values from a merge are not changes of this device.
        let later = profile(5, ["city": "Paris", "country": "FR"])
        pending.learn(later)
        #expect(sent(pending, later) == ["city": "Nice", "at": ["latitude": 43, "longitude": 4]])
    }

    @Test func `an object that another device has removed becomes what the user made of it`() {
        var pending = changes(
            ["city": "Nice", "country": "France"], on: profile(3, ["city": "Lyon", "country": "France"]))
        #expect(pending.applied(to: profile(4)).fields == ["place": ["city": "Nice", "country": "France"]])
        pending.learn(profile(4))
        pending.learn(profile(5))
        #expect(sent(pending, profile(5)) == ["city": "Nice", "country": "France"])
        // An object that another device has created anew stays as it is, except for the members that this user changed.
        #expect(sent(pending, profile(6, ["zip": 1])) == ["zip": 1, "city": "Nice"])
    }

    @Test func `successive changes of different members of an object both remain`() {
        let before = profile(3, ["city": "Lyon", "country": "France"])
        // Both drafts were created before either was saved.
        var pending = changes(["city": "Nice", "country": "France"], on: before)
        let first = pending
        pending.add(draft(before, ["city": "Lyon", "country": "Suisse"]), on: before)
        #expect(sent(pending, before) == ["city": "Nice", "country": "Suisse"])
        pending.acknowledge(first, profile(4, ["city": "Nice", "country": "France"]))
        let newest = profile(5, ["city": "Paris", "country": "France"])
        pending.learn(newest)
        #expect(sent(pending, newest) == ["city": "Paris", "country": "Suisse"])
    }

    /// Returns the profile after several saves of one draft, as in a form that is saved page by page.
    private func saved(_ objects: [JSONObject?], on base: Profile, then newest: Profile? = nil) -> Profile {
        var (draft, pending, known) = (ProfileDraft(base), PendingChanges(), base)
        for object in objects {
            draft[.place] = object
            pending.add(draft, on: known)
            known = newest ?? known
        }
        return pending.applied(to: known)
    }

    @Test func `a member that a later save of the same draft takes back is taken back`() {
        #expect(saved([["at": 1, "city": "Paris"], ["at": 2]], on: profile(3)).fields == ["place": ["at": 2]])
        let before = profile(3, ["at": 1, "city": "Rome"])
        let rome: JSONObject = ["place": ["at": 2, "city": "Rome"]]
        #expect(saved([["at": 1, "city": "Paris"], ["at": 2, "city": "Rome"]], on: before).fields == rome)
        #expect(saved([["at": 1], ["at": 2, "city": "Rome"]], on: before).fields == rome)
        #expect(saved([["at": 2, "city": "Paris"], ["at": 1, "city": "Rome"]], on: before).fields == before.fields)
        #expect(saved([["at": 1, "city": "Paris"], nil], on: profile(3)).fields == [:])
        let nested = profile(3, ["at": ["lat": 1, "lon": 1]])
        #expect(
            saved([["at": ["lat": 2, "lon": 1]], ["at": ["lat": 1, "lon": 5]]], on: nested).fields
                == ["place": ["at": ["lat": 1, "lon": 5]]])
    }

    @Test func `saving a draft again does not repeat its earlier changes`() {
        let newest = profile(4, ["at": 5, "city": "Oslo"])
        let objects: [JSONObject?] = [["at": 2, "city": "Rome"], ["at": 2, "city": "Rome", "zip": 9]]
        var (draft, pending) = (ProfileDraft(profile(3, ["at": 1, "city": "Rome"])), PendingChanges())
        draft[.place] = objects[0]
        pending.add(draft, on: draft.base)
        pending.acknowledge(pending, profile(4, ["at": 2, "city": "Rome"]))
        // Another device has changed the value that this device had saved.
        draft[.place] = objects[1]
        pending.add(draft, on: newest)
        #expect(sent(pending, newest) == ["at": 5, "city": "Oslo", "zip": 9])
    }

    @Test func `a change that a draft takes back is sent, although the earlier response was lost`() {
        let before = profile(3, ["at": 1, "city": "Rome"])
        var (draft, pending) = (ProfileDraft(before), PendingChanges())
        draft[.place] = ["at": 2, "city": "Paris"]
        pending.add(draft, on: before)
        draft[.place] = ["at": 1, "city": "Paris"]
        pending.add(draft, on: before)
        let newest = profile(4, ["at": 2, "city": "Paris"])
        pending.learn(newest)
        #expect(sent(pending, newest) == ["at": 1, "city": "Paris"])
        // A value that has arrived at the server is no longer a change.
        #expect(sent(pending, profile(5, ["at": 2, "city": "Oslo"])) == ["at": 1, "city": "Oslo"])
    }

    @Test func `a draft without a net change does not undo another device's changes`() {
        let before = Profile.mock(of: "uid-1", version: 3, ["name": "A", "place": ["a": 1]])
        var draft = ProfileDraft(before)
        draft[.name] = "B"
        draft[.name] = "A"
        draft[.place] = ["a": 2]
        draft[.place] = ["a": 1]
        draft[ProfileField.object("other")] = ["x": 1]
        draft[ProfileField.object("other")] = nil
        #expect(draft.isEmpty)
        let newest = Profile.mock(
            of: "uid-1", version: 4, ["name": "C", "place": ["a": 1, "c": 9], "other": ["y": 1]])
        var pending = PendingChanges()
        pending.add(draft, on: newest)
        #expect(pending.applied(to: newest).fields == newest.fields)
    }

    @Test func `an object recreated after its removal has arrived is merged with another device's`() {
        let before = profile(3, ["city": "Lyon"])
        var pending = changes(nil, on: before)
        let removal = pending
        pending.add(draft(pending.applied(to: before), ["city": "Nice"]), on: before)
        #expect(sent(pending, profile(4, ["city": "Lyon", "zip": 9])) == ["city": "Nice"])
        pending.acknowledge(removal, profile(4))
        #expect(sent(pending, profile(5, ["zip": 9])) == ["city": "Nice", "zip": 9])
    }

    @Test func `an object created on two devices is merged`() {
        let pending = changes(["lang": "fr"], on: profile(3))
        #expect(sent(pending, profile(4, ["theme": "dark"])) == ["lang": "fr", "theme": "dark"])
    }

    @Test func `a second change of a pending object does not claim another device's values`() {
        var pending = changes(
            ["theme": "dark", "lang": "en", "old": 1], on: profile(1, ["theme": "light", "lang": "en", "old": 1]))
        // The profile was loaded meanwhile, and the delivery fails.
        let second = profile(2, ["theme": "light", "lang": "fr", "new": 2])
        let shown = pending.applied(to: second)
        #expect(shown.fields == ["place": ["theme": "dark", "lang": "fr", "new": 2]])
        pending.add(draft(shown, ["theme": "dark", "lang": "fr", "new": 2, "size": 3]), on: second)
        let third = profile(3, ["theme": "light", "lang": "de", "new": 4])
        #expect(sent(pending, third) == ["theme": "dark", "lang": "de", "new": 4, "size": 3])
    }

    @Test func `changes made while an object is being sent preserve what the server has added`() {
        let before = profile(3)
        var pending = changes(["a": 1], on: before)
        let first = pending
        var draft = draft(pending.applied(to: before), ["a": 1, "b": 2])
        draft[ProfileField.object("more")] = ["x": 1]
        pending.add(draft, on: before)
        let answer = Profile.mock(of: "uid-1", version: 4, ["place": ["a": 1, "made": true], "more": ["y": 2]])
        pending.acknowledge(first, answer)
        #expect(
            pending.change(of: answer).fields == ["place": ["a": 1, "made": true, "b": 2], "more": ["y": 2, "x": 1]])
        #expect(sent(pending, profile(5, ["a": 7, "made": true])) == ["a": 7, "made": true, "b": 2])
    }

    @Test func `an object's changes from the last run are merged with those made since`() {
        let before = profile(3, ["city": "Lyon", "country": "France"])
        var older = changes(["city": "Nice", "country": "France"], on: before)
        older.add(changes(["city": "Lyon", "country": "Suisse"], on: before))
        #expect(sent(older, before) == ["city": "Nice", "country": "Suisse"])
    }

    @Test func `an object that replaces a removed one has none of its members`() {
        let before = profile(3, ["city": "Lyon", "country": "France", "at": ["lat": 1, "lon": 2]])
        #expect(
            saved([nil, ["city": "Nice", "at": ["lat": 3]]], on: before).fields
                == ["place": ["city": "Nice", "at": ["lat": 3]]])
    }

    @Test func `an object may be empty, and may replace a value that is not an object`() {
        let before = Profile.mock(of: "uid-1", version: 3, ["place": "Lyon", "other": ["a": 1]])
        var draft = ProfileDraft(before)
        draft.remove("place")
        draft[.place] = ["city": "Lyon"]
        draft[ProfileField.object("other")] = [:]
        draft[ProfileField.object("new")] = [:]
        var pending = PendingChanges()
        pending.add(draft, on: before)
        #expect(pending.applied(to: before).fields == ["place": ["city": "Lyon"], "other": [:], "new": [:]])
    }
}

extension ProfileField<JSONObject> {
    fileprivate static var place: Self { .object("place") }
}
