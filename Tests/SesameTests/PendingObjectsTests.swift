import SesameCore
import SesameTesting
import Testing

@testable import Sesame

@Suite struct PendingObjectsTests {
    /// Somebody whose profile holds that object.
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

    /// The object as it is sent.
    private func sent(_ pending: PendingChanges) -> JSONValue? { pending.change.fields["place"] }

    @Test func `of an object the members that another device has changed stay, and nested ones, too`() throws {
        let before = profile(3, ["city": "Lyon", "country": "France", "at": ["latitude": 45, "longitude": 4]])
        var pending = changes(["city": "Nice", "at": ["latitude": 43, "longitude": 4]], on: before)
        let newest = profile(
            4, ["city": "Paris", "country": "FR", "zip": "75001", "at": ["latitude": 48, "longitude": 7]])
        let merged: JSONObject = ["city": "Nice", "zip": "75001", "at": ["latitude": 43, "longitude": 7]]
        #expect(pending.applied(to: newest).fields == ["place": .object(merged)])
        let stored = try #require(PendingChanges(storedForm: pending.storedForm.serialized()))
        #expect(stored == pending)
        pending.rebase(onto: newest)
        #expect(pending.change == ProfileChange(fields: ["place": .object(merged)], version: 4))
        // A second time in a row: what was merged is no change of ours.
        pending.rebase(onto: profile(5, ["city": "Paris", "country": "FR"]))
        #expect(sent(pending) == ["city": "Nice", "at": ["latitude": 43]])
    }

    @Test func `an object that another device has removed is what the person made of it`() {
        var pending = changes(
            ["city": "Nice", "country": "France"], on: profile(3, ["city": "Lyon", "country": "France"]))
        #expect(pending.applied(to: profile(4)).fields == ["place": ["city": "Nice", "country": "France"]])
        pending.rebase(onto: profile(4))
        pending.rebase(onto: profile(5))
        #expect(sent(pending) == ["city": "Nice", "country": "France"])
    }

    @Test func `members of one object that are changed one after the other are both changed`() {
        let before = profile(3, ["city": "Lyon", "country": "France"])
        // Both drafts were made before either was saved.
        var pending = changes(["city": "Nice", "country": "France"], on: before)
        let first = pending
        pending.add(draft(before, ["city": "Lyon", "country": "Suisse"]), on: before)
        #expect(sent(pending) == ["city": "Nice", "country": "Suisse"])
        pending.acknowledge(first, profile(4, ["city": "Nice", "country": "France"]))
        pending.rebase(onto: profile(5, ["city": "Paris", "country": "France"]))
        #expect(sent(pending) == ["city": "Paris", "country": "Suisse"])
    }

    /// A draft that was saved, then changed again, as a form that is saved page by page keeps one.
    private func saved(_ objects: [JSONObject?], on base: Profile, then newest: Profile? = nil) -> Profile {
        var (draft, pending, known, saved) = (ProfileDraft(base), PendingChanges(), base, SavedDrafts())
        for object in objects {
            draft[.place] = object
            pending.add(draft, on: known, &saved)
            known = newest ?? known
        }
        return pending.applied(to: known)
    }

    @Test func `a member that was saved and taken back in the same draft is taken back`() {
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

    @Test func `a draft that is saved again says nothing of what it has said before`() {
        let newest = profile(4, ["at": 5, "city": "Oslo"])
        let objects: [JSONObject?] = [["at": 2, "city": "Rome"], ["at": 2, "city": "Rome", "zip": 9]]
        var (draft, pending, saved) = (
            ProfileDraft(profile(3, ["at": 1, "city": "Rome"])), PendingChanges(), SavedDrafts()
        )
        draft[.place] = objects[0]
        pending.add(draft, on: draft.base, &saved)
        pending.acknowledge(pending, profile(4, ["at": 2, "city": "Rome"]))
        // Another device has changed what this one had said.
        draft[.place] = objects[1]
        pending.add(draft, on: newest, &saved)
        pending.rebase(onto: newest)
        #expect(sent(pending) == ["at": 5, "city": "Oslo", "zip": 9])
    }

    @Test func `what a draft takes back is sent, though the answer to what it had said was lost`() {
        let before = profile(3, ["at": 1, "city": "Rome"])
        var (draft, pending, saved) = (ProfileDraft(before), PendingChanges(), SavedDrafts())
        draft[.place] = ["at": 2, "city": "Paris"]
        pending.add(draft, on: before, &saved)
        draft[.place] = ["at": 1, "city": "Paris"]
        pending.add(draft, on: before, &saved)
        pending.rebase(onto: profile(4, ["at": 2, "city": "Paris"]))
        #expect(sent(pending) == ["at": 1, "city": "Paris"])
    }

    @Test func `a draft that changes nothing undoes no other device's change`() {
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

    @Test func `an object that neither device had is put together of both`() {
        var pending = changes(["lang": "fr"], on: profile(3))
        pending.rebase(onto: profile(4, ["theme": "dark"]))
        #expect(sent(pending) == ["lang": "fr", "theme": "dark"])
    }

    @Test func `a second change of a pending object takes nothing of another device's for its own`() {
        var pending = changes(
            ["theme": "dark", "lang": "en", "old": 1], on: profile(1, ["theme": "light", "lang": "en", "old": 1]))
        // Loaded meanwhile; the delivery fails.
        let second = profile(2, ["theme": "light", "lang": "fr", "new": 2])
        let shown = pending.applied(to: second)
        #expect(shown.fields == ["place": ["theme": "dark", "lang": "fr", "new": 2]])
        pending.add(draft(shown, ["theme": "dark", "lang": "fr", "new": 2, "size": 3]), on: second)
        pending.rebase(onto: profile(3, ["theme": "light", "lang": "de", "new": 4]))
        #expect(sent(pending) == ["theme": "dark", "lang": "de", "new": 4, "size": 3])
    }

    @Test func `what was changed on while an object was on its way keeps what the server has made of it`() {
        let before = profile(3)
        var pending = changes(["a": 1], on: before)
        let first = pending
        var draft = draft(pending.applied(to: before), ["a": 1, "b": 2])
        draft[ProfileField.object("more")] = ["x": 1]
        pending.add(draft, on: before)
        pending.acknowledge(
            first, .mock(of: "uid-1", version: 4, ["place": ["a": 1, "made": true], "more": ["y": 2]]))
        #expect(
            pending.change.fields == ["place": ["a": 1, "made": true, "b": 2], "more": ["y": 2, "x": 1]])
        pending.rebase(
            onto: .mock(of: "uid-1", version: 5, ["place": ["a": 1, "made": true, "c": 3], "more": ["y": 2]]))
        #expect(sent(pending) == ["a": 1, "made": true, "c": 3, "b": 2])
    }

    @Test func `what the last run left of an object is put together with what has changed since`() {
        let before = profile(3, ["city": "Lyon", "country": "France"])
        let older = changes(["city": "Nice", "country": "France"], on: before)
        let newer = changes(["city": "Lyon", "country": "Suisse"], on: before)
        #expect(sent(newer.merged(onto: older)) == ["city": "Nice", "country": "Suisse"])
    }

    @Test func `an object that is put in the place of a removed one keeps none of it`() {
        let before = profile(3, ["city": "Lyon", "country": "France", "at": ["lat": 1, "lon": 2]])
        #expect(
            saved([nil, ["city": "Nice", "at": ["lat": 3]]], on: before).fields
                == ["place": ["city": "Nice", "at": ["lat": 3]]])
    }

    @Test func `an object may be empty, and may take the place of a value that is none`() {
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

    /// Two devices that write into one object, with lost answers, restarts and drafts that are saved again and again:
    /// each ends with what each said last about its own members.
    @Test(arguments: 0..<200) func `each member ends as it was said last`(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        var server = profile(1, ["shared": ["base": 0]])
        var devices = [Device("a", server), Device("b", server)]
        for number in 1..<60 {
            let index = Int.random(in: 0..<2, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1: devices[index].edit(.integer(Int64(number)), using: &random)
            case 2: devices[index].save()
            case 3: devices[index].deliver(to: &server, isAnswerLost: Bool.random(using: &random))
            case 4: try devices[index].restart()
            default: devices[index].openDraft()
            }
        }
        for index in devices.indices {
            devices[index].save()
            // Put on top of the newest version, and sent.
            for _ in 0..<2 { devices[index].deliver(to: &server, isAnswerLost: false) }
            #expect(devices[index].pending.isEmpty)
        }
        for device in devices { #expect(device.isKept(in: server)) }
        #expect(server.fields["place"]?["shared"]?["base"] == 0)
    }
}

/// A device whose person changes members with its letter, in an object and in one inside it.
private struct Device {
    let letter: String
    var known: Profile
    var draft: ProfileDraft
    var pending = PendingChanges()
    var drafts = SavedDrafts()
    /// What the person has saved last; null for a member that they have removed.
    var wanted: [String: JSONValue] = [:]
    /// What they have typed since.
    var typed: [String: JSONValue] = [:]

    init(_ letter: String, _ known: Profile) {
        self.letter = letter
        self.known = known
        draft = ProfileDraft(known)
    }

    private func read(_ name: String, in profile: Profile) -> JSONValue? {
        let place = profile.fields["place"]
        return name.hasSuffix("1") ? place?[name] : place?["shared"]?[name]
    }

    mutating func edit(_ value: JSONValue, using random: inout SplitMix) {
        let name = "\(letter)\(Int.random(in: 1...2, using: &random))"
        // Sometimes what it was when the draft was made: to type and to take back is no change.
        let value = Bool.random(using: &random) ? value : read(name, in: draft.base) ?? .null
        var place = draft[.place] ?? [:]
        let kept = value.isNull ? nil : value
        if name.hasSuffix("1") {
            place[name] = kept
        } else {
            var shared = place["shared"]?.object ?? [:]
            shared[name] = kept
            place["shared"] = .object(shared)
        }
        draft[.place] = place
        typed[name] = value
    }

    mutating func save() {
        pending.add(draft, on: known, &drafts)
        wanted.merge(typed) { $1 }
        typed = [:]
    }

    mutating func openDraft() {
        (draft, typed) = (ProfileDraft(pending.applied(to: known)), [:])
    }

    mutating func restart() throws {
        pending = try #require(PendingChanges(storedForm: pending.storedForm.serialized()))
        drafts = SavedDrafts()
        openDraft()
    }

    mutating func deliver(to server: inout Profile, isAnswerLost: Bool) {
        guard !pending.isEmpty else { return }
        guard pending.version == server.version else {
            pending.rebase(onto: server)
            known = server
            return
        }
        let sent = pending
        for member in sent.change.fields.members { server.fields.apply(member) }
        server.version += 1
        if !isAnswerLost {
            pending.acknowledge(sent, server)
            known = server
        }
    }

    func isKept(in server: Profile) -> Bool {
        wanted.allSatisfy { name, value in read(name, in: server) ?? .null == value }
    }
}

extension ProfileField<JSONObject> {
    fileprivate static var place: Self { .object("place") }
}

extension PendingChanges {
    /// Adds what a draft changes that is saved for the first time.
    mutating func add(
        _ draft: ProfileDraft, at step: OnboardingStep? = nil, first: OnboardingStep? = nil, on known: Profile
    ) {
        var drafts = SavedDrafts()
        add(draft, at: step, first: first, on: known, &drafts)
    }

    /// Adds what a draft changes since it was saved last.
    mutating func add(
        _ draft: ProfileDraft, at step: OnboardingStep? = nil, first: OnboardingStep? = nil, on known: Profile,
        _ drafts: inout SavedDrafts
    ) {
        add(drafts.changes(of: draft), at: step, first: first, current: applied(to: known), known: known)
    }
}
