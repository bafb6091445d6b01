public import SesameCore
import SesameWire

/// A user's unsaved changes to their profile: only these, on top of the version that they were shown.
///
/// A draft can be saved, changed and saved again, as by a form of several pages. Each edit is said once, also where copies
/// of the draft are saved.
public struct ProfileDraft: Sendable {
    /// The profile that the person was shown.
    public let base: Profile
    /// The new values by field; null for a field that is to be removed.
    public private(set) var changes: JSONObject = [:]
    /// The edits that have led there, of each field in order.
    private var edits: [Edit] = []

    /// One edit of a field.
    private struct Edit {
        let name: String
        var change: ValueChange
        var mark = Mark()
    }

    /// The mark of an edit, which says whether the store was told of it. All copies of the draft that have the edit share it.
    final class Mark: Sendable {
        private let said = Locked(false)

        var isSaid: Bool {
            get { said.withLock { $0 } }
            set { said.withLock { $0 = newValue } }
        }
    }

    /// A draft on top of that profile.
    public init(_ base: Profile) {
        self.base = base
    }

    /// True if a save would change nothing: nothing is changed, and nothing that was saved is taken back.
    public var isEmpty: Bool { changes.isEmpty && unsaid.allSatisfy { toSay(of: $0).field == nil } }

    /// The field's value, with what was changed. Setting nil removes the field; setting what it is already changes
    /// nothing, nor does setting nil where there is a value that this version of the app cannot read.
    ///
    /// Of an object only the members change that the new value writes otherwise than the one before. Those that this
    /// version of the app does not know stay.
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
            // What it was is no change: not another spelling of it either, nor one of which this version knows a part.
            let isBack = written == original && (before.object == nil || value == nil)
            self[field.name] =
                isBack
                ? before : change.applied(to: value)?.restoring(before, where: written, is: original, butNot: shown)
        }
    }

    /// Removes the field, also where it holds something that this version of the app cannot read.
    public mutating func remove(_ name: String) {
        self[name] = nil
    }

    /// The field's value as it is in JSON, with what was changed.
    subscript(name: String) -> JSONValue? {
        get { changes[name].map(\.unlessNull) ?? base.fields[name] }
        set {
            guard !Self.writtenOnce.contains(name), newValue != self[name] else { return }
            let before = self[name]
            guard let change = ValueChange(from: before, to: newValue) else { return }
            changes[name] = newValue == base.fields[name] ? JSONValue?.none : .some(newValue ?? .null)
            let last = edits.lastIndex { $0.name.hasSameBytes(as: name) }
            // A text that is typed is one edit, as long as nobody else has a part of it.
            if let last, isKnownUniquelyReferenced(&edits[last].mark), !edits[last].mark.isSaid {
                edits[last].change = edits[last].change.followed(by: change, seen: before)
            } else {
                edits.append(Edit(name: name, change: change))
            }
        }
    }

    /// The fields that the server writes when an account is created, and nobody after that.
    private static let writtenOnce: Set = ["createdAt"]
}

extension ProfileDraft {
    /// The names of the fields with edits that were not said, or that were refused.
    var unsaid: [String] {
        edits.reduce(into: []) { names, edit in
            guard !edit.mark.isSaid, !names.contains(where: { $0.hasSameBytes(as: edit.name) }) else { return }
            names.append(edit.name)
        }
    }

    /// Returns what the edits come to that were not said, and takes them for said. What was saved and taken back is a
    /// change; what was only typed is none.
    func say() -> [PendingChanges.Field] {
        unsaid.compactMap { name in
            let (field, marks) = toSay(of: name)
            for mark in marks { mark.isSaid = true }
            return field
        }
    }

    /// Returns the unsaid edits of a field together; nil if there are none.
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
    /// Compares what the drafts say, not what of it was said to a store.
    public static func == (left: ProfileDraft, right: ProfileDraft) -> Bool {
        left.base == right.base && left.changes == right.changes
    }
}

extension ProfileDraft: Redacted {}

extension JSONValue {
    /// The value with each leaf of `base` where it was that `written` has as `original` has it, and `shown` has not.
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

    /// The value; nil for null, which stands for none in a change.
    fileprivate var unlessNull: JSONValue? {
        guard !isNull else { return nil }
        return self
    }
}
