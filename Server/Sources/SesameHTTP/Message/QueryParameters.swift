/// The decoded parameters of a query or form body, in the order sent.
package struct QueryParameters: Sendable {
    /// The maximum number of parameters; a request with more is refused.
    static let maxCount = 100

    /// The decoded names and values, in the order sent, with repeated names.
    package private(set) var all: [(name: String, value: String)] = []
    /// True if a name is repeated. Programs disagree on the value that counts, so routes refuse the request by default.
    package private(set) var hasRepeatedName = false

    package init() {}

    /// Reads `application/x-www-form-urlencoded`, from a query or a form body. Throws if an escape is malformed, if a
    /// name or value contains control characters, or if there are too many parameters.
    package init(formEncoded bytes: some Collection<UInt8>) throws(HTTPError) {
        try self.init(formEncoded: bytes, allowsControls: false)
    }

    /// Reads a form body. Unlike a query, its values may contain line breaks, which text areas send.
    package init(formBody bytes: [UInt8]) throws(HTTPError) {
        try self.init(formEncoded: bytes, allowsControls: true)
    }

    private init(formEncoded bytes: some Collection<UInt8>, allowsControls: Bool) throws(HTTPError) {
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            guard all.count < Self.maxCount else {
                throw .malformedRequest("there are too many query or form parameters")
            }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let rest = equals == pair.endIndex ? pair[equals...] : pair[pair.index(after: equals)...]
            let name = try PercentEncoding.decode(pair[..<equals], plusIsSpace: true, allowsControls: allowsControls)
            let value = try PercentEncoding.decode(rest, plusIsSpace: true, allowsControls: allowsControls)
            hasRepeatedName = hasRepeatedName || self[name] != nil
            all.append((name, value))
        }
    }

    /// The first value of a parameter; nil if it is absent.
    package subscript(name: String) -> String? {
        all.first { ASCII.equal($0.name, name) }?.value
    }

    /// Returns all values of a parameter, in the order sent.
    package func values(_ name: String) -> [String] {
        all.filter { ASCII.equal($0.name, name) }.map(\.value)
    }

    /// Returns the parameters with a single value for the given name, in place of all its values. The parameter moves
    /// to the end.
    package func setting(_ name: String, to value: String) -> QueryParameters {
        var changed = self
        changed.all = all.filter { !ASCII.equal($0.name, name) } + [(name, value)]
        return changed
    }

    package var isEmpty: Bool { all.isEmpty }
}
