import SesameCore

// Changes of values as JSON merge patches (RFC 7396): of an object the members that change, null for one that is removed;
// any other value takes the whole place.
extension JSONValue {
    /// Returns the patch that makes `value` of `base`; nil stands for no value.
    static func patch(from base: JSONValue?, to value: JSONValue?) -> JSONValue {
        guard let value else { return .null }
        guard case .object(let new) = value, case .object(let old)? = base else { return value }
        var patch: JSONObject = [:]
        for member in new.members where old[member.name] != member.value {
            patch[member.name] = .patch(from: old[member.name], to: member.value)
        }
        for member in old.members where !new.contains(member.name) { patch[member.name] = .some(.null) }
        return .object(patch)
    }

    /// Returns the value with this patch applied; nil where nothing is left of it.
    func applied(to value: JSONValue?) -> JSONValue? {
        guard case .object(let patch) = self else { return unlessNull }
        var result = value?.object ?? [:]
        for member in patch.members { result[member.name] = member.value.applied(to: result[member.name]) }
        return .object(result)
    }

    /// The value; nil for null, which says in a patch that there is none.
    var unlessNull: JSONValue? {
        guard !isNull else { return nil }
        return self
    }

    /// Returns this patch followed by another one, of which the later values count.
    /// - Parameter base: What the first patch is for: an object that is put in a removed one's place keeps none of it.
    func followed(by patch: JSONValue, on base: JSONValue?) -> JSONValue {
        guard case .object(let next) = patch else { return patch }
        guard case .object(var result) = self else { return .replacement(of: base, by: next) }
        for member in next.members {
            let first = result[member.name]
            result[member.name] = first?.followed(by: member.value, on: base?[member.name]) ?? member.value
        }
        return .object(result)
    }

    private static func replacement(of base: JSONValue?, by object: JSONObject) -> JSONValue {
        var patch = object
        for member in base?.object?.members ?? [] {
            switch (object[member.name], member.value) {
            case (nil, _): patch[member.name] = .some(.null)
            case (.object(let inner)?, .object): patch[member.name] = .replacement(of: member.value, by: inner)
            default: break
            }
        }
        return .object(patch)
    }

    /// Returns this patch without what another one has said in the same way; nil where nothing is left.
    func without(_ said: JSONValue?) -> JSONValue? {
        guard let said else { return self }
        guard self != said else { return nil }
        guard case .object(let members) = self, case .object(let others) = said else { return self }
        var rest: JSONObject = [:]
        for member in members.members { rest[member.name] = member.value.without(others[member.name]) }
        guard !rest.isEmpty else { return nil }
        return .object(rest)
    }
}
