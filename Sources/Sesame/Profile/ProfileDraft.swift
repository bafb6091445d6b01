public import SesameCore

/// What a person is about to change in their profile: only that, on top of the version that they were shown.
public struct ProfileDraft: Sendable, Equatable {
    /// The profile that the person was shown.
    public let base: Profile
    /// The new values by field; null for a field that is to be removed.
    public private(set) var changes: JSONObject = [:]
    /// The fields that were changed and set back, in case the change was saved in between.
    private(set) var restored: [String] = []
    /// The values that fields had in between, in case those were saved.
    private(set) var history: [String: History] = [:]

    /// The values of one field in between.
    struct History: Sendable, Equatable {
        /// The values that are no objects.
        private(set) var values: [JSONValue] = []
        /// The members of objects that were changed.
        private(set) var marks: JSONValue?

        /// Adds a value that was changed from `base`.
        mutating func add(_ value: JSONValue, changedFrom base: JSONValue?) {
            if value.object == nil {
                if !values.contains(value) { values.append(value) }
            } else {
                marks = value.marking(base, in: marks)
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
            (changes[field.name] ?? base.fields[field.name]).flatMap(field.read)
        }
        set {
            let shown = base[field].flatMap(field.write)
            switch newValue {
            case nil: shown == nil ? restore(field.name) : change(field.name, to: .null)
            case let value?:
                guard let json = field.write(value) else { return }
                guard json != shown else { return restore(field.name) }
                change(field.name, to: json.rebased(from: shown, onto: base.fields[field.name]))
            }
        }
    }

    /// Removes the field, also where it holds something that this version of the app cannot read.
    public mutating func remove(_ name: String) {
        base.fields[name] == nil ? restore(name) : change(name, to: .null)
    }

    private mutating func change(_ name: String, to value: JSONValue) {
        guard !Self.writtenOnce.contains(name) else { return }
        restored.removeAll { $0.hasSameBytes(as: name) }
        remember(changes[name], of: name)
        changes[name] = value
    }

    private mutating func restore(_ name: String) {
        guard let value = changes.remove(name) else { return }
        remember(value, of: name)
        restored.append(name)
    }

    private mutating func remember(_ value: JSONValue?, of name: String) {
        guard let value else { return }
        history[name, default: History()].add(value, changedFrom: base.fields[name])
    }

    /// What the server writes when an account is made, and nobody after that.
    private static let writtenOnce: Set = ["createdAt"]
}

extension ProfileDraft: CustomStringConvertible, CustomReflectable {
    /// The names of the fields that are changed.
    public var description: String { "ProfileDraft(\(changes.members.map(\.name).joined(separator: ", ")))" }

    /// A mirror without values.
    public var customMirror: Mirror { Mirror(self, children: ["changed": changes.members.map(\.name)]) }
}
