/// Decoded parameters of a query or of a form body, in the order sent.
package struct QueryParameters: Sendable {
    /// More are refused.
    static let maximumCount = 100

    /// Names and values.
    package private(set) var all: [(name: String, value: String)] = []
    /// True if a name stands twice. Which of the two counts differs from program to program, so routes refuse it.
    package private(set) var hasRepeatedName = false

    /// No parameters.
    package init() {}

    /// Reads `application/x-www-form-urlencoded`, as it stands in queries and in form bodies.
    package init(formEncoded bytes: some Collection<UInt8>) throws(HTTPProblem) {
        try self.init(formEncoded: bytes, allowsControls: false)
    }

    /// Reads a form body, whose text areas may hold line breaks.
    package init(formBody bytes: [UInt8]) throws(HTTPProblem) {
        try self.init(formEncoded: bytes, allowsControls: true)
    }

    private init(formEncoded bytes: some Collection<UInt8>, allowsControls: Bool) throws(HTTPProblem) {
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            guard all.count < Self.maximumCount else { throw .malformedRequest("there are too many parameters") }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let rest = equals == pair.endIndex ? pair[equals...] : pair[pair.index(after: equals)...]
            let name = try PercentEncoding.decode(pair[..<equals], plusIsSpace: true, allowsControls: allowsControls)
            let value = try PercentEncoding.decode(rest, plusIsSpace: true, allowsControls: allowsControls)
            hasRepeatedName = hasRepeatedName || self[name] != nil
            all.append((name, value))
        }
    }

    /// The first value of a name.
    package subscript(name: String) -> String? {
        all.first { ASCII.equal($0.name, name) }?.value
    }

    /// All values of a name.
    package func values(_ name: String) -> [String] {
        all.filter { ASCII.equal($0.name, name) }.map(\.value)
    }

    /// The parameters with this one in the place of all of its name.
    package func setting(_ name: String, to value: String) -> QueryParameters {
        var changed = self
        changed.all = all.filter { !ASCII.equal($0.name, name) } + [(name, value)]
        return changed
    }

    /// True if there is none.
    package var isEmpty: Bool { all.isEmpty }
}
