public import SesameCore

/// What a person is about to change in their profile: only that, on top of the version that they were shown.
public struct ProfileDraft: Sendable, Equatable {
    /// The profile that the person was shown.
    public let base: Profile
    /// The new values by field; null for a field that is to be removed.
    public private(set) var changes: JSONObject = [:]
    /// Which draft it is, through all that is changed in it.
    let id = Identity()

    /// Tells a draft from all others.
    final class Identity: Sendable, Equatable {
        static func == (left: Identity, right: Identity) -> Bool { left === right }
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
                let patch = JSONValue.patch(from: shown, to: json)
                change(field.name, to: patch.applied(to: base.fields[field.name]) ?? json)
            }
        }
    }

    /// Removes the field, also where it holds something that this version of the app cannot read.
    public mutating func remove(_ name: String) {
        base.fields[name] == nil ? restore(name) : change(name, to: .null)
    }

    private mutating func change(_ name: String, to value: JSONValue) {
        guard !Self.writtenOnce.contains(name) else { return }
        changes[name] = value
    }

    private mutating func restore(_ name: String) {
        changes.remove(name)
    }

    /// What the server writes when an account is made, and nobody after that.
    private static let writtenOnce: Set = ["createdAt"]
}

extension ProfileDraft {
    /// Compares what the drafts say, not which they are.
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
