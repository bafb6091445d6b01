import SesameCore

extension JSONValue {
    /// Returns what becomes of `current` when the change from `base` to this value is made to it. Of objects only the
    /// members that differ between the two change, at every depth; any other value takes the whole place.
    ///
    /// - Parameter marks: Members that count as changed though they are what they were: they were something else in
    ///   between.
    func rebased(from base: JSONValue?, marks: JSONValue? = nil, onto current: JSONValue?) -> JSONValue {
        guard case .object(let changed) = self, case .object(var merged)? = current else { return self }
        let (before, marks) = (base?.object ?? [:], marks?.object ?? [:])
        for member in changed.members where before[member.name] != member.value || marks.contains(member.name) {
            merged[member.name] = member.value.rebased(
                from: before[member.name], marks: marks[member.name], onto: merged[member.name])
        }
        for member in before.members + marks.members where !changed.contains(member.name) {
            merged.remove(member.name)
        }
        return .object(merged)
    }

    /// Returns the marks with the members in which this value differs from `base`.
    func marking(_ base: JSONValue?, in marks: JSONValue?) -> JSONValue? {
        guard let object else { return marks }
        let before = base?.object ?? [:]
        var marked = marks?.object ?? [:]
        for member in object.members where before[member.name] != member.value {
            marked[member.name] =
                member.value.marking(before[member.name], in: marked[member.name]) ?? marked[member.name] ?? .null
        }
        for member in before.members where !object.contains(member.name) && !marked.contains(member.name) {
            marked[member.name] = .some(.null)
        }
        return .object(marked)
    }
}
