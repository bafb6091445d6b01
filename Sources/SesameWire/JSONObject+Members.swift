public import SesameCore

extension JSONObject {
    /// True if the object has no members, not even one with the value `null`.
    public var isEmpty: Bool { members.isEmpty }

    /// The number of members, including those with the value `null`.
    public var count: Int { members.count }

    /// Returns true if the object has a member with this name, even one with the value `null`.
    public func contains(_ name: String) -> Bool {
        index(of: name) != nil
    }

    /// Removes the member with this name and returns its value; nil if there is no such member.
    @discardableResult
    public mutating func remove(_ name: String) -> JSONValue? {
        defer { self[name] = nil }
        return self[name]
    }
}
