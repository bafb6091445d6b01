public import SesameCore

extension JSONObject {
    /// True if the object has no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The number of members.
    public var count: Int { members.count }

    /// Returns true if the object has a member with this name, even one with the value `null`.
    public func contains(_ name: String) -> Bool {
        index(of: name) != nil
    }

    /// Removes the member with this name and returns its value.
    @discardableResult
    public mutating func remove(_ name: String) -> JSONValue? {
        defer { self[name] = nil }
        return self[name]
    }
}
