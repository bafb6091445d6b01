public import SesameCore
import SesameWire

/// The user's unsaved changes to their profile, on top of the version that they were shown.
///
/// A draft can be saved, changed and saved again, for example by a form of several pages. Each edit is submitted once,
/// even if copies of the draft are saved.
public struct ProfileDraft: Sendable {
    /// The profile that the user was shown.
    public let base: Profile
    /// The new values by field; null for a removed field.
    public private(set) var changes: JSONObject = [:]
    /// The edits behind the changes, in order for each field.
    private var edits: [Edit] = []

    private struct Edit {
        let name: String
        var change: ValueChange
        var mark = Mark()
    }

    /// The mark of an edit, which records if the edit was submitted to the store. All copies of a draft with the edit
    /// share it.
    final class Mark: Sendable {
        private let said = Locked(false)

        var isSaid: Bool {
            get { said.withLock { $0 } }
            set { said.withLock { $0 = newValue } }
        }
    }

    /// Creates a draft without changes, based on the given profile.
    public init(_ base: Profile) {
        self.base = base
    }

    /// True if the draft has no changes to its base, and no saved change was reverted: a save would then change
    /// nothing.
    public var isEmpty: Bool { changes.isEmpty && unsaid.allSatisfy { toSay(of: $0).field == nil } }

    /// The field's value, including changes. Setting nil removes the field. Setting the current value changes nothing,
    /// nor does setting nil if this version of the app cannot read the value.
    ///
    /// In an object, only the members change whose new value differs from the earlier one. Members that this version of
    /// the app does not know remain.
    public subscript<Value>(field: ProfileField<Value>) -> Value? {
        get {
            self[field.name].flatMap(field.read)
        }
        set {
            let (value, shown) = (self[field.name], self[field].flatMap(field.write))
            let written = newValue.flatMap(field.write)
            guard newValue == nil || written != nil, let change = ValueChange(from: shown, to: written) else { return }
            guard let before = base.fields[field.name], let written, let original = base[field].flatMap(field.write)
            else { return self[field.name] = change.applied(to: value) }
            // A return to the original value is no change, even in another spelling, or if this version knows only a
            // part of it.
            let isBack = written == original && (before.object == nil || value == nil)
            self[field.name] =
                isBack
                ? before : change.applied(to: value)?.restoring(before, where: written, is: original, butNot: shown)
        }
    }

    /// Removes the field, even if this version of the app cannot read its value.
    public mutating func remove(_ name: String) {
        self[name] = nil
    }

    /// The field's JSON value, including changes; nil if the field has none or is removed.
    subscript(name: String) -> JSONValue? {
        get { changes[name].map(\.unlessNull) ?? base.fields[name] }
        set {
            guard !Self.writtenOnce.contains(name), newValue != self[name] else { return }
            let before = self[name]
            guard let change = ValueChange(from: before, to: newValue) else { return }
            changes[name] = newValue == base.fields[name] ? JSONValue?.none : .some(newValue ?? .null)
            let last = edits.lastIndex { $0.name.hasSameBytes(as: name) }
            // Typing a text is one edit, as long as no copy of the draft shares a part of it.
            if let last, isKnownUniquelyReferenced(&edits[last].mark), !edits[last].mark.isSaid {
                edits[last].change = edits[last].change.followed(by: change, seen: before)
            } else {
                edits.append(Edit(name: name, change: change))
            }
        }
    }

    /// The fields that only the server writes, when it creates an account.
    private static let writtenOnce: Set = ["createdAt"]
}

extension ProfileDraft {
    /// The names of the fields with edits that were not submitted, or were refused.
    var unsaid: [String] {
        edits.reduce(into: []) { names, edit in
            guard !edit.mark.isSaid, !names.contains(where: { $0.hasSameBytes(as: edit.name) }) else { return }
            names.append(edit.name)
        }
    }

    /// Returns the changes of the edits that were not submitted, and marks them as submitted. Reverting a saved edit
    /// counts as a change; reverting an unsaved edit does not.
    func say() -> [PendingChanges.Field] {
        unsaid.compactMap { name in
            let (field, marks) = toSay(of: name)
            for mark in marks { mark.isSaid = true }
            return field
        }
    }

    /// Returns the combined edits of a field that were not submitted, and their marks. The field is nil if the edits
    /// change nothing.
    private func toSay(of name: String) -> (field: PendingChanges.Field?, marks: [Mark]) {
        var (said, now, marks) = (base.fields[name], base.fields[name], [Mark]())
        for edit in edits where edit.name.hasSameBytes(as: name) {
            now = edit.change.applied(to: now)
            if edit.mark.isSaid { said = edit.change.applied(to: said) } else { marks.append(edit.mark) }
        }
        guard let change = ValueChange(from: said, to: now) else { return (nil, marks) }
        let seen = said.flatMap { $0.object == nil ? JSONValue?.none : $0 }
        return (PendingChanges.Field(name: name, change: change, seen: seen, marks: marks), marks)
    }
}

extension ProfileDraft: Equatable {
    /// Compares the base profiles and the changes; ignores which edits were submitted to a store.
    public static func == (left: ProfileDraft, right: ProfileDraft) -> Bool {
        left.base == right.base && left.changes == right.changes
    }
}

extension ProfileDraft: Redacted {}

extension JSONValue {
    /// Returns the value with some leaves restored from `base`: those where `written` equals `original` but not
    /// `shown`.
    fileprivate func restoring(
        _ base: JSONValue?, where written: JSONValue, is original: JSONValue?, butNot shown: JSONValue?
    ) -> JSONValue {
        guard case .object(var object) = self, let members = written.object?.members else {
            return written == original && written != shown ? base ?? self : self
        }
        for member in members {
            guard let value = object[member.name] else { continue }
            object[member.name] = .some(
                value.restoring(
                    base?[member.name], where: member.value, is: original?[member.name], butNot: shown?[member.name]))
        }
        return .object(object)
    }

    /// The value; nil for null, which means no value in a change.
    fileprivate var unlessNull: JSONValue? {
        guard !isNull else { return nil }
        return self
    }
}
