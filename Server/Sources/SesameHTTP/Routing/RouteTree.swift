import NIOHTTP1

/// A tree of routes by segments. A literal takes precedence over a part of a segment, a part over a whole-segment
/// parameter, and all of them over a final `{name...}`.
struct RouteTree: Sendable {
    struct Entry: Sendable {
        let route: Route
        let surface: Int
        let names: [String]
    }

    struct Match {
        var entries: [Entry]
        var values: [String]
    }

    private struct Node: Sendable {
        var literals: [ByteKey: Int] = [:]
        var parts: [(pattern: SegmentPattern, child: Int)] = []
        var parameter: Int?
        var rest: [Entry] = []
        var entries: [Entry] = []
    }

    private var nodes = [Node()]

    /// Adds a route. Stops the process if the pattern has no leading slash or has segments after `{name...}`, or if its
    /// method and path already have a route; the last check omits patterns with `{name...}`.
    mutating func add(_ route: Route, surface: Int) {
        precondition(route.pattern.utf8.first == UInt8(ascii: "/"), "\(route.pattern) must begin with a slash")
        var node = 0
        var names: [String] = []
        let segments = route.pattern.split(separator: "/").map { SegmentPattern($0) }
        for (index, segment) in segments.enumerated() {
            switch segment {
            case .literal(let text): node = child(of: node, literal: text)
            case .parameter(let name):
                names.append(name)
                let child = nodes[node].parameter ?? append()
                nodes[node].parameter = child
                node = child
            case .part(_, let name, _):
                names.append(name)
                node = child(of: node, part: segment)
            case .rest(let name):
                precondition(index == segments.count - 1, "\(route.pattern) has segments after its rest parameter")
                names.append(name)
                nodes[node].rest.append(Entry(route: route, surface: surface, names: names))
                return
            }
        }
        let isNew = !nodes[node].entries.contains { $0.route.method == route.method }
        precondition(isNew, "duplicate route \(route.method) \(route.pattern)")
        nodes[node].entries.append(Entry(route: route, surface: surface, names: names))
    }

    /// Returns the path's routes, one for each method, with the values of their parameters; nil if there are none.
    func match(_ path: [String]) -> Match? {
        var values: [String] = []
        return match(path[...], at: 0, &values).map { Match(entries: $0, values: values) }
    }

    private func match(_ path: ArraySlice<String>, at index: Int, _ values: inout [String]) -> [Entry]? {
        let node = nodes[index]
        guard let segment = path.first else { return node.entries.isEmpty ? nil : node.entries }
        let rest = path.dropFirst()
        if let child = node.literals[ByteKey(segment)], let found = match(rest, at: child, &values) { return found }
        let depth = values.count
        for (pattern, child) in node.parts {
            guard let value = pattern.value(in: segment) else { continue }
            values.append(value)
            if let found = match(rest, at: child, &values) { return found }
            values.removeSubrange(depth...)
        }
        if let child = node.parameter {
            values.append(segment)
            if let found = match(rest, at: child, &values) { return found }
            values.removeSubrange(depth...)
        }
        guard !node.rest.isEmpty else { return nil }
        values.append(path.joined(separator: "/"))
        return node.rest
    }

    private mutating func child(of node: Int, literal: String) -> Int {
        let key = ByteKey(literal)
        if let known = nodes[node].literals[key] { return known }
        let child = append()
        nodes[node].literals[key] = child
        return child
    }

    private mutating func child(of node: Int, part: SegmentPattern) -> Int {
        if let known = nodes[node].parts.first(where: { $0.pattern.isSamePart(as: part) }) { return known.child }
        let child = append()
        nodes[node].parts.append((part, child))
        return child
    }

    private mutating func append() -> Int {
        nodes.append(Node())
        return nodes.count - 1
    }
}

enum SegmentPattern: Sendable {
    case literal(String)
    case parameter(String)
    case rest(String)
    /// A parameter between fixed texts, such as `accounts:{verb}`.
    case part(prefix: String, name: String, suffix: String)

    init(_ text: Substring) {
        guard let open = text.firstIndex(of: "{"), let close = text.lastIndex(of: "}"), open < close else {
            self = .literal(String(text))
            return
        }
        let name = String(text[text.index(after: open)..<close])
        let prefix = String(text[..<open])
        let suffix = String(text[text.index(after: close)...])
        if !prefix.isEmpty || !suffix.isEmpty {
            self = .part(prefix: prefix, name: name, suffix: suffix)
        } else if name.utf8.suffix(3).elementsEqual("...".utf8) {
            self = .rest(String(name.dropLast(3)))
        } else {
            self = .parameter(name)
        }
    }

    /// Returns the text between the fixed texts; nil if the segment does not have them or has nothing between them.
    func value(in segment: String) -> String? {
        guard case .part(let prefix, _, let suffix) = self else { return nil }
        let bytes = segment.utf8
        guard bytes.count > prefix.utf8.count + suffix.utf8.count, bytes.starts(with: prefix.utf8),
            bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else { return nil }
        return String(decoding: bytes.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count), as: UTF8.self)
    }

    func isSamePart(as other: SegmentPattern) -> Bool {
        guard case .part(let prefix, _, let suffix) = self, case .part(let otherPrefix, _, let otherSuffix) = other
        else {
            return false
        }
        return ASCII.equal(prefix, otherPrefix) && ASCII.equal(suffix, otherSuffix)
    }
}
