import Foundation
import SesameCore
import SesameTesting
import SesameWire
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
            draft, at: step.map { OnboardingStep(rawValue: $0) }, first: OnboardingStep(rawValue: "one"), on: base)
    }

    @Test func `two saves become one, and the later value wins`() {
        var pending = changes(["name": "B", "age": "40"])
        add(["name": "C", "city": nil], to: &pending, on: base)
        #expect(pending.change(of: base) == ProfileChange(fields: ["name": "C", "age": "40", "city": nil], version: 3))
        #expect(pending.applied(to: base).fields == ["name": "C", "age": "40"])
    }

    @Test func `a value that is set back after a save takes effect`() {
        var (draft, pending) = (ProfileDraft(base), PendingChanges())
        draft[.name] = "B"
        pending.add(draft, on: base)
        draft[.name] = "A"
        pending.add(draft, on: base)
        #expect(pending.applied(to: base)[.name] == "A")
    }

    @Test func `a change made while another one is being sent stays pending`() {
        var pending = changes(["name": "B", "city": "Nice"], at: "two")
        let sent = pending
        add(["name": "C"], at: "three", to: &pending, on: base)
        var answer = base
        (answer.version, answer.onboarding) = (4, .init(state: .inProgress, step: "two"))
        pending.acknowledge(sent, answer)
        #expect(
            pending.change(of: answer)
                == ProfileChange(fields: ["name": "C"], steps: [.init(rawValue: "three")], version: 4))
    }

    @Test func `another device's fields are preserved, and own changes win`() {
        var pending = changes(["name": "B"])
        let newest = Profile.mock(of: "uid-1", version: 9, ["name": "X", "city": "Nice"], base.onboarding)
        pending.learn(newest)
        #expect(pending.change(of: newest) == ProfileChange(fields: ["name": "B"], version: 9))
        #expect(pending.applied(to: newest).fields == ["name": "B", "city": "Nice"])
    }

    @Test func `changes that the newest version already has are not sent again`() {
        var pending = changes(["name": "B", "city": nil])
        pending.learn(.mock(of: "uid-1", version: 4, ["name": "B"], base.onboarding))
        #expect(pending.isEmpty)
    }

    @Test func `steps continue from the server's step if it is one of them`() {
        var pending = changes(["name": "B"], at: "two")
        add([:], at: "three", to: &pending, on: base)
        #expect(pending.steps == ["two", "three"])
        pending.learn(.mock(of: "uid-1", version: 4, ["name": "A"], .init(state: .inProgress, step: "two")))
        #expect(pending.steps == ["three"])
    }

    @Test(arguments: [OnboardingStatus(state: .completed), OnboardingStatus(state: .inProgress, step: "four")])
    func `if the onboarding has moved on elsewhere, pending steps are dropped`(elsewhere: OnboardingStatus) {
        var pending = changes(["name": "B"], at: "two")
        pending.learn(.mock(of: "uid-1", version: 4, ["name": "A"], elsewhere))
        #expect(pending.steps.isEmpty)
        #expect(pending.names == ["name"])
    }

    @Test func `a user who has not started the onboarding goes through the first step`() {
        let new = Profile.mock(of: "uid-1")
        #expect(changes([:], at: "two", on: new).steps == ["one", "two"])
        #expect(changes([:], at: "one", on: new).steps == ["one"])
        #expect(changes([:], at: "one").steps.isEmpty)
    }

    @Test func `the first change starts the onboarding, and an empty one does not`() {
        let new = Profile.mock(of: "uid-1")
        var pending = changes(["name": "B"], on: new)
        #expect(pending.steps == ["one"])
        #expect(pending.applied(to: new).onboarding == OnboardingStatus(state: .inProgress, step: "one"))
        add(["city": "Lyon"], at: "two", to: &pending, on: new)
        #expect(pending.steps == ["one", "two"])
        #expect(changes([:], on: new).isEmpty)
        #expect(changes(["name": "B"]).steps.isEmpty)
    }

    @Test func `a draft saved page by page is applied to the known profile, not to its own base`() {
        var pending = PendingChanges()
        let known = Profile.mock(of: "uid-1", version: 5, ["name": "A"], .init(state: .inProgress, step: "two"))
        pending.add(ProfileDraft(base), at: OnboardingStep(rawValue: "three"), on: known)
        #expect(pending.change(of: known).version == 5)
        pending.learn(.mock(of: "uid-1", version: 6, ["name": "A"], .init(state: .inProgress, step: "two")))
        #expect(pending.steps == ["three"])
    }

    @Test func `a completed onboarding takes no steps`() {
        #expect(changes([:], at: "two", on: .mock(of: "uid-1", [:], .init(state: .completed))).isEmpty)
    }

    @Test func `pending changes are read back as stored, and invalid data is rejected`() {
        let pending = changes(["name": "B", "city": nil], at: "two")
        #expect(PendingChanges(storedForm: pending.storedForm.serialized()) == pending)
        for text in ["", "{}", "[]", "{\"fields\":1,\"steps\":[]}"] {
            #expect(PendingChanges(storedForm: Array(text.utf8)) == nil)
        }
    }

    @Test func `an error concerns the field that it names, or whose member it names`() {
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
}
