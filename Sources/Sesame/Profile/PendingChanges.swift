package import SesameCore
import SesameWire

/// The user's changes that the server has not acknowledged yet, and the rules to merge them, without any I/O.
///
/// Changes of several saves are combined. Changes by another device remain, except for the same fields and, in objects,
/// the same members.
struct PendingChanges: Sendable, Equatable {
    /// A change of one profile field, with the edits that caused it.
    struct Field: Sendable {
        let name: String
        var change: ValueChange
        /// The object as the user saw it before the change, in case another device has removed it.
        var seen: JSONValue?
        /// The marks of the edits that caused the change; empty for changes of an earlier run.
        var marks: [ProfileDraft.Mark] = []
        /// The server's value before the change; nil if there was none or it is unknown.
        var before: JSONValue?
        /// True if the change is from a guest who has been merged into another account. The account's own values then
        /// take precedence.
        var isGuests = false

        /// Marks the edits behind the change as not submitted, so that the draft's next save submits them again.
        func unsay() {
            for mark in marks { mark.isSaid = false }
        }

        /// Returns the field's new value if the change is applied to the given fields; nil if the change removes the
        /// field.
        func value(on fields: JSONObject) -> JSONValue? { change.applied(to: fields[name], seen: seen) }
    }

    /// The changed fields, each once, with all changes combined.
    private(set) var fields: [Field] = []
    /// The onboarding steps that the user has taken.
    private(set) var steps: [String] = []
    /// The state of the onboarding before the changes.
    private(set) var onboarding: OnboardingStatus?

    /// True if there is nothing to send.
    var isEmpty: Bool { fields.isEmpty && steps.isEmpty }

    /// The names of the fields, and ``stepName`` if the user has taken steps.
    var names: [String] { fields.map(\.name) + (steps.isEmpty ? [] : [Self.stepName]) }

    /// The name under which the server lists the onboarding's step among rejected fields.
    static let stepName = "onboarding.step"

    /// Returns the change to send, based on the given profile and its version.
    func change(of profile: Profile) -> ProfileChange {
        ProfileChange(
            fields: JSONObject(values(on: profile.fields)), steps: steps.map(OnboardingStep.init(rawValue:)),
            version: profile.version)
    }

    /// Adds the changes of a draft. The first change begins the onboarding, at its first step.
    /// - Parameters:
    ///   - changes: The changes since the draft's last save; see ``ProfileDraft/say()``.
    ///   - step: The step that the user has reached; nil if they remain at the same step.
    ///   - first: The first step of the app's onboarding, for a user who has not begun it.
    ///   - current: The current profile, with earlier pending changes.
    ///   - known: The current fields, without pending changes.
    mutating func add(
        _ changes: [Field], at step: OnboardingStep?, first: OnboardingStep?, current: Profile, known: JSONObject
    ) {
        // Not the draft's base, because a form that is saved page by page keeps one draft.
        let begun = isEmpty ? current.onboarding : onboarding ?? current.onboarding
        onboarding = begun
        let before = fields
        for var field in changes {
            field.before = known[field.name]
            add(field)
        }
        guard current.onboarding.state != .completed, step != nil || fields != before else { return }
        if steps.isEmpty, begun.state == .notStarted, let first { steps.append(first.rawValue) }
        guard let step else { return }
        let place = steps.last ?? current.onboarding.step
        if place?.hasSameBytes(as: step.rawValue) != true { steps.append(step.rawValue) }
    }

    private mutating func add(_ field: Field) {
        guard let index = fields.firstIndex(where: { $0.name.hasSameBytes(as: field.name) }) else {
            return fields.append(field)
        }
        // The user's own change replaces the guest's.
        if fields[index].isGuests, !field.isGuests {
            fields[index].unsay()
            fields[index] = field
            return
        }
        fields[index].change = fields[index].change.followed(by: field.change, seen: field.seen)
        fields[index].marks += field.marks
    }

    /// Returns the profile as the user sees it, with the changes applied.
    func applied(to profile: Profile) -> Profile {
        guard !isEmpty else { return profile }
        var profile = profile
        for change in values(on: profile.fields) { profile.fields.apply(change) }
        profile.missing.removeAll { profile.fields[$0]?.isGiven == true }
        guard profile.onboarding.state != .completed else { return profile }
        profile.onboarding = OnboardingStatus(state: .inProgress, step: steps.last ?? profile.onboarding.step)
        return profile
    }

    /// Returns the new values by field; null for a removed field.
    private func values(on fields: JSONObject) -> [JSONObject.Member] {
        self.fields.map { .init(name: $0.name, value: $0.value(on: fields) ?? .null) }
    }

    /// Appends later changes; changes of the same field are combined.
    mutating func add(_ later: PendingChanges) {
        if isEmpty { onboarding = later.onboarding }
        for field in later.fields { add(field) }
        steps += later.steps
    }

    /// Removes the sent changes, after the server has accepted them.
    mutating func acknowledge(_ sent: PendingChanges, _ profile: Profile) {
        takeAway(sent) { $0.remaining(after: $1) }
        for index in fields.indices where sent[fields[index].name] != nil {
            fields[index].before = profile.fields[fields[index].name]
        }
        onboarding = profile.onboarding
    }

    /// Removes changes that the server will never accept.
    mutating func giveUp(_ refused: PendingChanges) {
        takeAway(refused) { $0.without($1) }
    }

    /// Removes the sent changes. Newer changes of the same fields remain.
    private mutating func takeAway(_ sent: PendingChanges, _ rest: (ValueChange, ValueChange?) -> ValueChange?) {
        keep { rest($0.change, sent[$0.name]?.change) }
        for index in fields.indices {
            let told = sent[fields[index].name]?.marks ?? []
            fields[index].marks.removeAll { mark in told.contains { $0 === mark } }
        }
        if steps.starts(with: sent.steps, by: { $0.hasSameBytes(as: $1) }) { steps.removeFirst(sent.steps.count) }
    }

    /// Removes changes that the profile already contains, for example because the response to a save was lost.
    mutating func leaveOut(_ profile: Profile) {
        keep { $0.change.missing(in: profile.fields[$0.name], seen: $0.seen) }
    }

    /// Removes the steps that the server already has, or all steps if the onboarding at the server has changed in
    /// another way, for example on another device.
    mutating func follow(_ newest: OnboardingStatus) {
        guard !isEmpty, newest != onboarding else { return }
        let place = newest.state == .inProgress ? newest.step : nil
        // The last response was lost: the server already has those steps.
        if let place, let index = steps.lastIndex(where: { $0.hasSameBytes(as: place) }) {
            steps.removeFirst(index + 1)
        } else {
            steps = []
        }
        onboarding = newest
    }

    /// Removes the changes that are overridden by the newer changes in `later`, which the server has already accepted.
    mutating func leaveOut(overriddenBy later: PendingChanges) {
        keep { $0.change.untouched(by: later[$0.name]?.change) }
    }

    private mutating func keep(_ rest: (Field) -> ValueChange?) {
        fields = fields.compactMap { field in
            guard let change = rest(field) else { return nil }
            var field = field
            field.change = change
            return field
        }
    }

    /// Marks the edits as not submitted, because their changes will never be sent.
    func unsay() {
        for field in fields { field.unsay() }
    }

    /// Copies the edits' marks from the changes of the same fields in `other`.
    mutating func mark(as other: PendingChanges) {
        for index in fields.indices { fields[index].marks = other[fields[index].name]?.marks ?? [] }
    }

    subscript(name: String) -> Field? { fields.first { $0.name.hasSameBytes(as: name) } }
}

extension PendingChanges.Field: Equatable {
    /// Compares names, changes, seen objects and the guest mark, but neither the edits nor the server's earlier values.
    static func == (left: Self, right: Self) -> Bool {
        left.name.hasSameBytes(as: right.name) && left.change == right.change && left.seen == right.seen
            && left.isGuests == right.isGuests
    }
}

// MARK: A guest's

extension PendingChanges {
    /// The changes, marked as those of a guest who was merged into another account, without the guest's onboarding
    /// steps.
    var ofGuest: PendingChanges {
        var changes = PendingChanges()
        changes.fields = fields.map { field in
            var field = field
            field.isGuests = true
            return field
        }
        return changes
    }

    /// True if any change is from a guest who was merged into another account.
    var hasGuests: Bool { fields.contains(where: \.isGuests) }

    /// Removes the changes of a guest for which the account has its own value, as the server does at a merge of two
    /// accounts.
    ///
    /// A value equal to the guest's earlier value is a default or came from the guest, so it does not count as the
    /// account's own, unless the guest's change clears the field.
    mutating func yield(to profile: Profile) {
        fields.removeAll { field in
            guard field.isGuests, let own = profile.fields[field.name], own.isOwn else { return false }
            let isLess = field.value(on: profile.fields)?.isOwn != true
            guard own != field.before || isLess else { return false }
            field.unsay()
            return true
        }
    }
}

extension JSONValue {
    /// True if the server treats the value as set.
    fileprivate var isOwn: Bool {
        switch self {
        case .array(let elements): !elements.isEmpty
        case .object(let object): !object.members.isEmpty
        default: isGiven
        }
    }
}

// MARK: Refusals

extension PendingChanges {
    /// The first field's change alone, to find out if the server refuses it; nil if there are no other changes, or if
    /// no field has changed.
    var single: PendingChanges? {
        var single = self
        guard let field = fields.first, fields.count > 1 || !steps.isEmpty else { return nil }
        (single.fields, single.steps) = ([field], [])
        return single
    }

    /// Returns the changes that the error concerns: the fields that it lists, and the steps if it lists them or is
    /// `invalidTransition`. Returns no changes for any other error.
    func concerned(by error: AuthError) -> PendingChanges {
        var part = self
        (part.fields, part.steps) = ([], [])
        for path in error.fields {
            if path == Self.stepName { part.steps = steps }
            let name = path.hasPrefix("fields.") ? String(path.dropFirst(7)) : path
            let field = self[name] ?? fields.first { name.hasPrefix("\($0.name).") }
            if let field, part[field.name] == nil { part.fields.append(field) }
        }
        if error.code == .invalidTransition { part.steps = steps }
        return part
    }
}

extension JSONObject {
    /// Sets the member to its new value; null removes it.
    package mutating func apply(_ change: Member) {
        if change.value.isNull { remove(change.name) } else { self[change.name] = change.value }
    }
}

extension JSONValue {
    /// True if the value counts as given: any value except null and blank text.
    package var isGiven: Bool {
        switch self {
        case .null: false
        case .string(let text): text.contains { !$0.isWhitespace }
        default: true
        }
    }
}
