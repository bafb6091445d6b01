public import SesameCore

extension JSONObject {
    /// True if there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The number of members.
    public var count: Int { members.count }

    /// True if a member has that name, be its value `null`.
    public func contains(_ name: String) -> Bool {
        index(of: name) != nil
    }

    /// Removes the member of that name and returns its value.
    @discardableResult
    public mutating func remove(_ name: String) -> JSONValue? {
        defer { self[name] = nil }
        return self[name]
    }
}
