import SesameCore
import SesameWire

/// A field of a document, or a member of one: `name`, `currentLocation.city`, `` `a name with spaces`.city ``.
struct FieldPath: Sendable {
    /// The names, beginning with the document's field; never empty.
    let names: [String]

    /// Creates the path of a top-level field.
    init(_ name: String) { names = [name] }

    /// Reads a path. A simple name consists of ASCII letters, digits and `_`, and does not begin with a digit. Other
    /// names are in backticks, with `\` before a backtick or another `\`.
    init(parsing text: String) throws(RPCError) {
        var rest = text.unicodeScalars[...]
        var names: [String] = []
        while true {
            let name = rest.first == "`" ? Self.quoted(&rest) : Self.simple(&rest)
            guard let name, !name.isEmpty else { throw .invalid("a field path is malformed") }
            names.append(name)
            guard let separator = rest.popFirst() else { break }
            guard separator == ".", names.count < 100 else { throw .invalid("a field path is malformed") }
        }
        self.names = names
    }

    /// Reads the paths of a mask. Throws if a path is repeated or contains another.
    static func mask(_ texts: [JSONValue]) throws(RPCError) -> [FieldPath] {
        var paths: [FieldPath] = []
        for text in texts {
            guard let text = text.string else { throw .invalid("'fieldPaths' must be strings") }
            paths.append(try FieldPath(parsing: text))
        }
        for (index, path) in paths.enumerated() {
            guard !paths[..<index].contains(where: { $0.holds(path) || path.holds($0) }) else {
                throw .invalid("the field paths of a mask must be distinct, and none may contain another")
            }
        }
        return paths
    }

    /// Returns true if `other` equals this path, or is the path of a member below it.
    func holds(_ other: FieldPath) -> Bool {
        names.count <= other.names.count && zip(names, other.names).allSatisfy { $0.hasSameBytes(as: $1) }
    }

    private static func simple(_ rest: inout Substring.UnicodeScalarView) -> String? {
        let name = rest.prefix { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_": true
            default: false
            }
        }
        if let first = name.first, ("0"..."9").contains(first) { return nil }
        rest = rest[name.endIndex...]
        return String(name)
    }

    private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String? {
        rest.removeFirst()
        var name = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "`": return String(name)
            case "\\":
                guard let escaped = rest.popFirst(), escaped == "`" || escaped == "\\" else { return nil }
                name.append(escaped)
            default: name.append(scalar)
            }
        }
        return nil
    }
}

extension FirestoreMap {
    subscript(path: FieldPath) -> FirestoreValue? {
        get { value(at: path.names[...]) }
        set { set(newValue, at: path.names[...]) }
    }

    private func value(at names: ArraySlice<String>) -> FirestoreValue? {
        guard let first = names.first, let value = self[first] else { return nil }
        let rest = names.dropFirst()
        if rest.isEmpty { return value }
        if case .map(let map) = value { return map.value(at: rest) }
        return nil
    }

    /// Sets the value at a path; nil removes the value. Setting a value creates missing maps and replaces other values
    /// on the path with maps; removing a value does neither.
    private mutating func set(_ value: FirestoreValue?, at names: ArraySlice<String>) {
        guard let first = names.first else { return }
        let rest = names.dropFirst()
        if rest.isEmpty {
            self[first] = value
            return
        }
        var below = FirestoreMap()
        if case .map(let map)? = self[first] { below = map } else if value == nil { return }
        below.set(value, at: rest)
        self[first] = .map(below)
    }
}
