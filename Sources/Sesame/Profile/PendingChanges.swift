package import SesameCore
import SesameWire

/// A user's changes that the server has not acknowledged yet: the rules of merging, without any I/O.
///
/// Changes of several saves become one. What another device changes meanwhile stays, but for the very fields, and of
/// objects the very members, that are changed here.
struct PendingChanges: Sendable, Equatable {
    /// One field's change.
    struct Field: Sendable {
        /// The field's name.
        let name: String
        /// The change.
        var change: ValueChange
        /// The object as the person saw it when they changed it, for where another device has removed it.
        var seen: JSONValue?
        /// The edits that it comes from, as far as they are known in this run.
        var marks: [ProfileDraft.Mark] = []
        /// The value at the server when it was made, as far as that was known.
        var before: JSONValue?
        /// True if a guest has made it who has become part of another account since: that account's own values stay.
        var isGuests = false

        /// The edits are to be said again.
        func unsay() {
            for mark in marks { mark.isSaid = false }
        }

        /// Returns the value after the change.
        func value(on fields: JSONObject) -> JSONValue? { change.applied(to: fields[name], seen: seen) }
    }

    /// The fields.
    private(set) var fields: [Field] = []
    /// The steps that the person has gone along.
    private(set) var steps: [String] = []
    /// The state of the onboarding before.
    private(set) var onboarding: OnboardingStatus?

    /// True if there is nothing to be told.
    var isEmpty: Bool { fields.isEmpty && steps.isEmpty }

    /// The names of the fields, and ``stepName`` where the person has moved.
    var names: [String] { fields.map(\.name) + (steps.isEmpty ? [] : [Self.stepName]) }

    /// The server's name for the move among rejected fields.
    static let stepName = "onboarding.step"

    /// Returns the change to send for that profile.
    func change(of profile: Profile) -> ProfileChange {
        ProfileChange(
            fields: JSONObject(values(on: profile.fields)), steps: steps.map(OnboardingStep.init(rawValue:)),
            version: profile.version)
    }

    /// Adds what a draft changes. The first change begins the onboarding, at its first step.
    /// - Parameters:
    ///   - changes: What it changes since it was saved last; see ``ProfileDraft/say()``.
    ///   - step: The step that the person has come to, if they have moved.
    ///   - first: The first step of the app's onboarding, where whoever has not begun stands.
    ///   - current: The profile as it is known now, with what was pending before.
    ///   - known: The fields without that.
    mutating func add(
        _ changes: [Field], at step: OnboardingStep?, first: OnboardingStep?, current: Profile, known: JSONObject
    ) {
        // Not the draft's base: a form that is saved page by page keeps one draft.
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
        // The person's own word, in place of the guest's.
        if fields[index].isGuests, !field.isGuests {
            fields[index].unsay()
            fields[index] = field
            return
        }
        fields[index].change = fields[index].change.followed(by: field.change, seen: field.seen)
        fields[index].marks += field.marks
    }

    /// The profile as it will be.
    func applied(to profile: Profile) -> Profile {
        guard !isEmpty else { return profile }
        var profile = profile
        for change in values(on: profile.fields) { profile.fields.apply(change) }
        profile.missing.removeAll { profile.fields[$0]?.isGiven == true }
        guard profile.onboarding.state != .completed else { return profile }
        profile.onboarding = OnboardingStatus(state: .inProgress, step: steps.last ?? profile.onboarding.step)
        return profile
    }

    /// The new values by field; null for a field that is to be removed.
    private func values(on fields: JSONObject) -> [JSONObject.Member] {
        self.fields.map { .init(name: $0.name, value: $0.value(on: fields) ?? .null) }
    }

    /// Adds what has changed after these.
    mutating func add(_ later: PendingChanges) {
        if isEmpty { onboarding = later.onboarding }
        for field in later.fields { add(field) }
        steps += later.steps
    }

    /// The server has taken what was sent.
    mutating func acknowledge(_ sent: PendingChanges, _ profile: Profile) {
        takeAway(sent) { $0.remaining(after: $1) }
        for index in fields.indices where sent[fields[index].name] != nil {
            fields[index].before = profile.fields[fields[index].name]
        }
        onboarding = profile.onboarding
    }

    /// The server will never take what was sent.
    mutating func giveUp(_ refused: PendingChanges) {
        takeAway(refused) { $0.without($1) }
    }

    /// Takes away what was sent. What was changed again meanwhile stays.
    private mutating func takeAway(_ sent: PendingChanges, _ rest: (ValueChange, ValueChange?) -> ValueChange?) {
        keep { rest($0.change, sent[$0.name]?.change) }
        for index in fields.indices {
            let told = sent[fields[index].name]?.marks ?? []
            fields[index].marks.removeAll { mark in told.contains { $0 === mark } }
        }
        if steps.starts(with: sent.steps, by: { $0.hasSameBytes(as: $1) }) { steps.removeFirst(sent.steps.count) }
    }

    /// Leaves out what the profile has already: it was there before, or an answer was lost.
    mutating func leaveOut(_ profile: Profile) {
        keep { $0.change.missing(in: profile.fields[$0.name], seen: $0.seen) }
    }

    /// Goes on from where the onboarding has gone on elsewhere.
    mutating func follow(_ newest: OnboardingStatus) {
        guard !isEmpty, newest != onboarding else { return }
        let place = newest.state == .inProgress ? newest.step : nil
        // The last answer was lost: those steps have been gone already.
        if let place, let index = steps.lastIndex(where: { $0.hasSameBytes(as: place) }) {
            steps.removeFirst(index + 1)
        } else {
            steps = []
        }
        onboarding = newest
    }

    /// Leaves out what later changes have overridden that are told already.
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

    /// The edits are to be said again: what they come to will never be told.
    func unsay() {
        for field in fields { field.unsay() }
    }

    /// Takes over from which edits the same changes come.
    mutating func mark(as other: PendingChanges) {
        for index in fields.indices { fields[index].marks = other[fields[index].name]?.marks ?? [] }
    }

    subscript(name: String) -> Field? { fields.first { $0.name.hasSameBytes(as: name) } }
}

extension PendingChanges.Field: Equatable {
    /// Compares the changes, not where they come from.
    static func == (left: Self, right: Self) -> Bool {
        left.name.hasSameBytes(as: right.name) && left.change == right.change && left.seen == right.seen
            && left.isGuests == right.isGuests
    }
}

// MARK: A guest's

extension PendingChanges {
    /// The changes of a guest who has become part of another account. The way that they have gone is not that account's.
    var ofGuest: PendingChanges {
        var changes = PendingChanges()
        changes.fields = fields.map { field in
            var field = field
            field.isGuests = true
            return field
        }
        return changes
    }

    /// True if some are a guest's.
    var hasGuests: Bool { fields.contains(where: \.isGuests) }

    /// Leaves out the changes of a guest for which the account has a value of its own, as the server does when two
    /// accounts become one. What both have had is nobody's own: every account begins with it, or the guest brought it.
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
    /// True if the server takes it for given.
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
    /// One change of these alone, to find out which of them is refused; nil when there is no more than one.
    var single: PendingChanges? {
        var single = self
        guard let field = fields.first, fields.count > 1 || !steps.isEmpty else { return nil }
        (single.fields, single.steps) = ([field], [])
        return single
    }

    /// The changes of these that the error is about, by field; empty when it does not say.
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
    /// Takes a new value over; null removes.
    package mutating func apply(_ change: Member) {
        if change.value.isNull { remove(change.name) } else { self[change.name] = change.value }
    }
}

extension JSONValue {
    /// True if there is something, and not just an empty text.
    package var isGiven: Bool {
        switch self {
        case .null: false
        case .string(let text): text.contains { !$0.isWhitespace }
        default: true
        }
    }
}
