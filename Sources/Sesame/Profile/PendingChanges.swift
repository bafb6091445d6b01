package import SesameCore

/// What a person has changed and the server has not acknowledged yet: the rules of merging, without any I/O.
///
/// Changes of several saves become one. What another device changes meanwhile stays, but for the very fields that are
/// changed here.
struct PendingChanges: Sendable, Equatable {
    /// The profile's version that the changes are put on; nil where it is not known.
    private(set) var version: Int?
    /// How far the person had come there.
    private(set) var onboarding: OnboardingBody?
    /// The changes by field, as patches: null for a field that is to be removed, of an object the members that change.
    private(set) var fields: JSONObject = [:]
    /// What the changed objects are at the server in that version.
    private(set) var origins: JSONObject = [:]
    /// The steps that the person has gone along since.
    private(set) var steps: [String] = []

    /// Whether there is nothing to be told.
    var isEmpty: Bool { fields.isEmpty && steps.isEmpty }

    /// The names of the fields, and ``stepName`` where the person has moved.
    var names: [String] { fields.members.map(\.name) + (steps.isEmpty ? [] : [Self.stepName]) }

    /// What a server calls the move among the fields that it refuses.
    static let stepName = "onboarding.step"

    /// What is sent.
    var change: ProfileChange {
        ProfileChange(
            fields: JSONObject(values(on: origins)), steps: steps.map(OnboardingStep.init(rawValue:)), version: version)
    }

    /// Adds what a draft changes. The first change begins the onboarding, at its first step.
    /// - Parameters:
    ///   - patches: What it changes since it was saved last; see ``SavedDrafts``.
    ///   - step: The step that the person has come to, if they have moved.
    ///   - first: The first step of the app's onboarding, where whoever has not begun stands.
    ///   - current: The profile as it is known now, with what was pending before.
    ///   - known: The profile as it is known now, without.
    mutating func add(
        _ patches: JSONObject, at step: OnboardingStep?, first: OnboardingStep?, current: Profile, known: Profile
    ) {
        // Not the draft's base: a form that is saved page by page keeps one draft.
        if isEmpty { (version, onboarding) = (current.version, current.onboarding) }
        let before = fields
        for patch in patches.members {
            if fields[patch.name] == nil { origins[patch.name] = known.fields[patch.name] }
            fields[patch.name] =
                fields[patch.name]?.followed(by: patch.value, on: origins[patch.name]) ?? patch.value
        }
        guard current.onboarding.state != .completed, step != nil || fields != before else { return }
        if steps.isEmpty, current.onboarding.state == .notStarted, let first { steps.append(first.rawValue) }
        guard let step else { return }
        let place = steps.last ?? current.onboarding.step
        if place?.hasSameBytes(as: step.rawValue) != true { steps.append(step.rawValue) }
    }

    private mutating func forget(_ name: String) {
        fields.remove(name)
        origins.remove(name)
    }

    /// The profile as it will be.
    func applied(to profile: Profile) -> Profile {
        guard !isEmpty else { return profile }
        var profile = profile
        for change in values(on: profile.fields) { profile.fields.apply(change) }
        profile.missing.removeAll { profile.fields[$0]?.isGiven == true }
        guard profile.onboarding.state != .completed else { return profile }
        profile.onboarding = OnboardingBody(state: .inProgress, step: steps.last ?? profile.onboarding.step)
        return profile
    }

    /// The values that the changes make of those; null for a field that is to be removed. Of an object that is gone
    /// there, all that it was here comes back with the change: a part of it might be nothing that an app can read.
    private func values(on fields: JSONObject) -> [JSONObject.Member] {
        self.fields.members.map { change in
            let there = fields[change.name]
            let base = there?.object == nil ? origins[change.name] ?? there : there
            return .init(name: change.name, value: change.value.applied(to: base) ?? .null)
        }
    }

    private mutating func moveOrigins(to profile: Profile) {
        origins = [:]
        for member in fields.members { origins[member.name] = profile.fields[member.name] }
    }

    /// The server has taken what was sent. What was changed again while it was on its way stays.
    mutating func acknowledge(_ sent: PendingChanges, _ profile: Profile) {
        for member in sent.fields.members {
            fields[member.name] = fields[member.name]?.without(member.value)
        }
        moveOrigins(to: profile)
        if steps.starts(with: sent.steps, by: { $0.hasSameBytes(as: $1) }) { steps.removeFirst(sent.steps.count) }
        (version, onboarding) = (profile.version, profile.onboarding)
    }

    /// Puts the changes on top of another version. A field that has the value already needs no change. Where the
    /// onboarding has gone on elsewhere, it goes on from there.
    mutating func rebase(onto newest: Profile) {
        for change in values(on: newest.fields) {
            let there = newest.fields[change.name]
            if change.value == there ?? .null {
                forget(change.name)
            } else if there?.object == nil {
                fields[change.name] = .some(change.value)
            }
        }
        moveOrigins(to: newest)
        if newest.onboarding != onboarding {
            let place = newest.onboarding.state == .inProgress ? newest.onboarding.step : nil
            // The last answer was lost: those steps have been gone already.
            if let place, let index = steps.lastIndex(where: { $0.hasSameBytes(as: place) }) {
                steps.removeFirst(index + 1)
            } else {
                steps = []
            }
        }
        (version, onboarding) = (newest.version, newest.onboarding)
    }
}

// MARK: Refusals

extension PendingChanges {
    /// One change of these alone, to find out which of them is refused; nil when there is no more than one.
    var single: PendingChanges? {
        var single = self
        if let member = fields.members.first {
            guard fields.count > 1 || !steps.isEmpty else { return nil }
            (single.fields, single.steps) = ([member.name: member.value], [])
            return single
        }
        return nil
    }

    /// The changes of these that the error is about, by field; empty when it does not say.
    func concerned(by error: AuthError) -> PendingChanges {
        var part = self
        (part.fields, part.steps) = ([:], [])
        for path in error.fields {
            if path == Self.stepName { part.steps = steps }
            let name = path.hasPrefix("fields.") ? String(path.dropFirst(7)) : path
            let member =
                fields.members.first { $0.name.hasSameBytes(as: name) }
                ?? fields.members.first { name.hasPrefix("\($0.name).") }
            if let member { part.fields[member.name] = member.value }
        }
        if error.code == .invalidTransition { part.steps = steps }
        return part
    }

    /// Takes away what the server will never take, unless it was changed again meanwhile.
    mutating func giveUp(_ refused: PendingChanges) {
        for member in refused.fields.members where fields[member.name] == member.value { forget(member.name) }
        if steps.starts(with: refused.steps, by: { $0.hasSameBytes(as: $1) }) {
            steps.removeFirst(refused.steps.count)
        }
    }
}

extension JSONObject {
    /// Takes a new value over; null removes.
    package mutating func apply(_ change: Member) {
        if change.value.isNull { remove(change.name) } else { self[change.name] = change.value }
    }
}

extension JSONValue {
    /// Whether there is something, and not just an empty text.
    package var isGiven: Bool {
        switch self {
        case .null: false
        case .string(let text): text.contains { !$0.isWhitespace }
        default: true
        }
    }
}
