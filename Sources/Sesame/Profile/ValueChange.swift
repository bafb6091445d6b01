import SesameCore
import SesameWire

/// A user's change of a value: of the whole value, or of members of an object.
enum ValueChange: Sendable, Equatable {
    /// A change of one member of an object.
    struct Member: Sendable, Equatable {
        let name: String
        var change: ValueChange
    }

    case removal
    /// The new value, in place of any earlier one.
    case value(JSONValue)
    /// The changed members of an object; the others remain.
    case members([Member])

    /// Creates the change from `base` to `value`, each nil for no value. Returns nil if both are the same.
    init?(from base: JSONValue?, to value: JSONValue?) {
        guard let value else {
            guard base != nil else { return nil }
            self = .removal
            return
        }
        guard case .object(let new) = value, base == nil || base?.object != nil else {
            guard value != base else { return nil }
            self = .value(value)
            return
        }
        let old = base?.object ?? [:]
        let changed = new.members.compactMap { Member($0.name, Self(from: old[$0.name], to: $0.value)) }
        let removed = old.members.filter { !new.contains($0.name) }.compactMap { Member($0.name, .removal) }
        guard base == nil || !(changed + removed).isEmpty else { return nil }
        self = .members(changed + removed)
    }

    /// Returns the current value after the change; nil if no value remains.
    ///
    /// If an object was removed meanwhile, it is restored as the user saw it, because an app might not be able to read
    /// a part of it. A change that only removes members restores nothing.
    func applied(to there: JSONValue?, seen: JSONValue? = nil) -> JSONValue? {
        switch self {
        case .removal: return nil
        case .value(let value): return value
        case .members(let members):
            if there?.object == nil, seen?.object != nil, onlyTakesAway { return there }
            var object = there?.object ?? seen?.object ?? [:]
            for member in members {
                object[member.name] = member.change.applied(to: object[member.name], seen: seen?[member.name])
            }
            return .object(object)
        }
    }

    /// Returns one change with the same effect as this change followed by a later one.
    /// - Parameter seen: The value on which the later change is based.
    func followed(by next: ValueChange, seen: JSONValue?) -> ValueChange {
        guard case .members(let changes) = next else { return next }
        switch self {
        case .removal: return next.applied(to: nil, seen: seen).map { .value($0) } ?? .removal
        case .value(let value): return next.applied(to: value, seen: seen).map { .value($0) } ?? .removal
        case .members(var members):
            for change in changes {
                if let index = members.firstIndex(where: { $0.name.hasSameBytes(as: change.name) }) {
                    members[index].change = members[index].change.followed(by: change.change, seen: seen?[change.name])
                } else {
                    members.append(change)
                }
            }
            return .members(members)
        }
    }

    /// Returns the part of the change that the current value does not contain yet; nil if the value contains the whole
    /// change.
    func missing(in there: JSONValue?, seen: JSONValue? = nil) -> ValueChange? {
        switch self {
        case .removal: return there == nil ? nil : self
        case .value(let value): return value == there ? nil : self
        case .members(let members):
            guard let object = there?.object else { return seen?.object != nil && onlyTakesAway ? nil : self }
            return Self.rest(of: members) { $0.change.missing(in: object[$0.name], seen: seen?[$0.name]) }
        }
    }

    /// Returns the part of the change that remains to be sent after the server has accepted `taken`; nil if nothing
    /// remains.
    func remaining(after taken: ValueChange?) -> ValueChange? {
        switch (self, taken) {
        case (.members(let members), .members(let others)?):
            Self.rest(of: members) { $0.change.remaining(after: others[$0.name]) }
        case (.value(let value), .value(let taken)?): ValueChange(from: taken, to: value)
        case (.value(let value), .removal?): ValueChange(from: nil, to: value)
        default: without(taken)
        }
    }

    /// Returns the part of the change that `other` does not contain; nil if nothing remains.
    func without(_ other: ValueChange?) -> ValueChange? {
        guard case .members(let members) = self, case .members(let others)? = other else {
            return self == other ? nil : self
        }
        return Self.rest(of: members) { $0.change.without(others[$0.name]) }
    }

    /// Returns the part of the change that a later one does not override; nil if none remains.
    func untouched(by later: ValueChange?) -> ValueChange? {
        guard let later else { return self }
        guard case .members(let others) = later else { return nil }
        switch self {
        case .removal: return nil
        case .value(let value): return value.object == nil ? nil : Self(from: nil, to: value)?.untouched(by: later)
        case .members(let members): return Self.rest(of: members) { $0.change.untouched(by: others[$0.name]) }
        }
    }

    private static func rest(of members: [Member], _ rest: (Member) -> ValueChange?) -> ValueChange? {
        let rest = members.compactMap { Member($0.name, rest($0)) }
        return rest.isEmpty ? nil : .members(rest)
    }

    private var onlyTakesAway: Bool {
        switch self {
        case .removal: true
        case .value: false
        case .members(let members): !members.isEmpty && members.allSatisfy(\.change.onlyTakesAway)
        }
    }
}

extension ValueChange.Member {
    /// Creates a member with its change; nil if there is no change.
    fileprivate init?(_ name: String, _ change: ValueChange?) {
        guard let change else { return nil }
        self.init(name: name, change: change)
    }
}

extension [ValueChange.Member] {
    fileprivate subscript(name: String) -> ValueChange? { first { $0.name.hasSameBytes(as: name) }?.change }
}

// MARK: As it is kept

extension ValueChange {
    /// The change as JSON for the storage: null for a removal, or else an object with `value` or `members`.
    var storedForm: JSONValue {
        switch self {
        case .removal: .null
        case .value(let value): ["value": value]
        case .members(let members):
            ["members": .object(JSONObject(members.map { .init(name: $0.name, value: $0.change.storedForm) }))]
        }
    }

    /// Reads a stored change; nil if the value is not one.
    init?(storedForm json: JSONValue) {
        if json.isNull {
            self = .removal
        } else if let members = json["members"]?.object {
            let read = members.members.compactMap { Member($0.name, ValueChange(storedForm: $0.value)) }
            guard read.count == members.count else { return nil }
            self = .members(read)
        } else if let value = json["value"] {
            self = .value(value)
        } else {
            return nil
        }
    }
}
