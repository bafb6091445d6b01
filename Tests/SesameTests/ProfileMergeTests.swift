import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

/// Randomized tests of devices that change one profile.
@Suite struct ProfileMergeTests {
    private static func empty() -> Profile { .mock(of: "uid-1", version: 1, ["place": ["shared": ["base": 0]]]) }

    /// Checks that a device's last values for its own fields and members are the final ones, despite lost responses,
    /// restarts, several open forms and another device's changes.
    @Test(arguments: 0..<200) func `no saved value is lost across lost responses, restarts and open forms`(seed: UInt64)
        throws
    {
        var random = SplitMix(state: seed)
        var server = Self.empty()
        var devices = [Device("a", server), Device("b", server)]
        for number in 1..<80 {
            let index = Int.random(in: 0..<2, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1, 2: devices[index].edit(.integer(Int64(number)), using: &random)
            case 3, 4: devices[index].save(using: &random)
            case 5: devices[index].deliver(to: &server, isAnswerLost: Bool.random(using: &random))
            case 6: try devices[index].restart()
            default: devices[index].open(using: &random)
            }
        }
        for index in devices.indices {
            // Each device applies its changes to the newest version and sends them.
            for _ in 0..<2 { devices[index].deliver(to: &server, isAnswerLost: false) }
            #expect(devices[index].pending.isEmpty)
        }
        for device in devices { #expect(device.saidIsKept(in: server)) }
        #expect(server.fields["place"]?["shared"]?["base"] == 0)
    }

    /// Checks that the later edit of each field and member wins between two online devices whose forms stay open.
    @Test(arguments: 0..<100) func `a form that stays open never reverts a later edit`(seed: UInt64) {
        var random = SplitMix(state: seed)
        var server = Self.empty()
        var devices = [Device("c", server), Device("c", server)]
        var said: [String: JSONValue] = [:]
        for number in 1..<40 {
            let index = Int.random(in: 0..<2, using: &random)
            devices[index].edit(.integer(Int64(number)), using: &random)
            devices[index].said = [:]
            devices[index].save(using: &random)
            said.merge(devices[index].said) { $1 }
            for _ in 0..<2 { devices[index].deliver(to: &server, isAnswerLost: false) }
        }
        for (name, value) in said { #expect(Device.read(name, in: server.fields) ?? .null == value) }
    }
}

/// A device that changes only three values, whose names end in its letter: a field, a member of an object, and a member
/// of a nested object.
private struct Device {
    /// An open form, and the values saved in it.
    struct Form {
        var draft: ProfileDraft
        var said: [String: JSONValue] = [:]
    }

    let names: [String]
    var known: Profile
    var forms: [Form]
    var pending = PendingChanges()
    /// The last saved values; null for removed ones.
    var said: [String: JSONValue] = [:]

    init(_ letter: String, _ known: Profile) {
        names = ["field", "member", "inner"].map { "\($0)-\(letter)" }
        self.known = known
        forms = [Form(draft: ProfileDraft(known)), Form(draft: ProfileDraft(known))]
    }

    static func read(_ name: String, in fields: JSONObject) -> JSONValue? {
        switch name.prefix(1) {
        case "f": fields[name]
        case "m": fields["place"]?[name]
        default: fields["place"]?["shared"]?[name]
        }
    }

    private static func read(_ name: String, in draft: ProfileDraft) -> JSONValue {
        read(name, in: ["place": draft["place"] ?? [:], name: draft[name] ?? .null]) ?? .null
    }

    mutating func edit(_ value: JSONValue, using random: inout SplitMix) {
        guard let name = names.randomElement(using: &random), let index = forms.indices.randomElement(using: &random)
        else { return }
        let draft = forms[index].draft
        // The new value is sometimes the one from when the form was opened, or none.
        let before = Self.read(name, in: draft.base.fields) ?? .null
        let value = [value, value, before, .null].randomElement(using: &random) ?? value
        let kept = value.isNull ? JSONValue?.none : value
        guard !name.hasPrefix("f") else { return forms[index].draft[name] = kept }
        var place = draft["place"]?.object ?? [:]
        if name.hasPrefix("m") {
            place[name] = kept
        } else {
            var shared = place["shared"]?.object ?? [:]
            shared[name] = kept
            place["shared"] = .object(shared)
        }
        forms[index].draft[ProfileField.object("place")] = place
    }

    mutating func save(using random: inout SplitMix) {
        guard let index = forms.indices.randomElement(using: &random) else { return }
        let draft = forms[index].draft
        for name in names {
            let now = Self.read(name, in: draft)
            let before = forms[index].said[name] ?? Self.read(name, in: draft.base.fields) ?? .null
            if now != before { said[name] = now }
            forms[index].said[name] = now
        }
        pending.add(draft, on: known)
    }

    mutating func open(using random: inout SplitMix) {
        guard let index = forms.indices.randomElement(using: &random) else { return }
        forms[index] = Form(draft: ProfileDraft(pending.applied(to: known)))
    }

    mutating func restart() throws {
        pending = try #require(PendingChanges(storedForm: pending.storedForm.serialized()))
        let shown = pending.applied(to: known)
        forms = [Form(draft: ProfileDraft(shown)), Form(draft: ProfileDraft(shown))]
    }

    mutating func deliver(to server: inout Profile, isAnswerLost: Bool) {
        guard !pending.isEmpty else { return }
        guard known.version == server.version else {
            pending.learn(server)
            known = server
            return
        }
        let sent = pending
        for member in sent.change(of: known).fields.members { server.fields.apply(member) }
        server.version += 1
        guard !isAnswerLost else { return }
        pending.acknowledge(sent, server)
        known = server
    }

    func saidIsKept(in server: Profile) -> Bool {
        said.allSatisfy { name, value in Self.read(name, in: server.fields) ?? .null == value }
    }
}
