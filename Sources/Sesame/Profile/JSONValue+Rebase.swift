import SesameCore

extension JSONValue {
    /// Returns what becomes of `current` when the change from `base` to this value is made to it. Of objects only the
    /// members that differ between the two change, at every depth; any other value takes the whole place.
    func rebased(from base: JSONValue?, onto current: JSONValue?) -> JSONValue {
        guard case .object(let changed) = self, case .object(var merged)? = current else { return self }
        let before = base?.object ?? [:]
        for member in changed.members where before[member.name] != member.value {
            merged[member.name] = member.value.rebased(from: before[member.name], onto: merged[member.name])
        }
        for member in before.members where !changed.contains(member.name) { merged.remove(member.name) }
        return .object(merged)
    }
}
