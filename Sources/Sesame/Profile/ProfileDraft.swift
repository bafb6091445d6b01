public import SesameCore

/// What a person is about to change in their profile: only that, on top of the version that they were shown.
///
/// A draft can be saved, changed and saved again, as by a form of several pages. Copies of one are the same form: what is
/// saved by one of them is not said again by another.
public struct ProfileDraft: Sendable {
    /// The profile that the person was shown.
    public let base: Profile
    /// The new values by field; null for a field that is to be removed.
    public private(set) var changes: JSONObject = [:]
    /// The number of the last edit of each field, also of one that is again what it was.
    private(set) var edits: [Edit] = []
    /// The form that this is a state of.
    let form = Form()

    /// The last edit of a field.
    struct Edit: Sendable {
        let name: String
        var number: Int
    }

    /// What all copies of a draft have in common: they count their edits together.
    final class Form: Sendable {
        private let count = Locked(0)

        func nextEdit() -> Int {
            count.withLock {
                $0 += 1
                return $0
            }
        }
    }

    /// A draft on top of that profile.
    public init(_ base: Profile) {
        self.base = base
    }

    /// Whether nothing is changed.
    public var isEmpty: Bool { changes.isEmpty }

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
            let before = base.fields[field.name]
            // Another spelling of what it was is no change.
            let isAsBefore = before?.object == nil && written != nil && written == base[field].flatMap(field.write)
            self[field.name] = isAsBefore ? before : change.applied(to: value)
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
            let isAsBefore = newValue == base.fields[name]
            changes[name] = isAsBefore ? JSONValue?.none : .some(newValue ?? .null)
            let number = form.nextEdit()
            if let index = edits.firstIndex(where: { $0.name.hasSameBytes(as: name) }) {
                edits[index].number = number
            } else {
                edits.append(Edit(name: name, number: number))
            }
        }
    }

    /// What the server writes when an account is made, and nobody after that.
    private static let writtenOnce: Set = ["createdAt"]
}

extension ProfileDraft: Equatable {
    /// Compares what the drafts say, not which forms they are of.
    public static func == (left: ProfileDraft, right: ProfileDraft) -> Bool {
        left.base == right.base && left.changes == right.changes
    }
}

extension ProfileDraft: CustomStringConvertible, CustomReflectable {
    /// The names of the fields that are changed.
    public var description: String { "ProfileDraft(\(changes.members.map(\.name).joined(separator: ", ")))" }

    /// A mirror without values.
    public var customMirror: Mirror { Mirror(self, children: ["changed": changes.members.map(\.name)]) }
}

extension JSONValue {
    /// The value; nil for null, which stands for none in a change.
    fileprivate var unlessNull: JSONValue? {
        guard !isNull else { return nil }
        return self
    }
}
