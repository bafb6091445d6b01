import Foundation
import SesameAccounts
import SesameCore
import SesameWire

/// The attributes by which a list can be queried, with the type of each attribute's values.
typealias AppwriteSchema = [String: AppwriteKind]

/// The type of an attribute's values, which determines the query methods that the attribute accepts.
enum AppwriteKind: Sendable {
    case text
    case flag
    case time
    /// Several texts, such as a user's labels.
    case texts
}

/// A function that returns the values of a model's attribute, as sortable texts; nil if the attribute has no value.
typealias AppwriteValues = (_ attribute: String) -> [String]?

/// A filter of a list: a condition on an attribute, or a combination of filters of which all or any must match.
indirect enum AppwriteFilter: Sendable {
    case attribute(String, @Sendable ([String]?) -> Bool)
    case all([AppwriteFilter])
    case any([AppwriteFilter])

    init(_ query: AppwriteQuery, _ schema: AppwriteSchema) throws(AccountError) {
        switch query.method {
        case "and", "or":
            let parts = try query.values.map { json throws(AccountError) in
                try AppwriteFilter(try AppwriteQuery(json), schema)
            }
            guard parts.count > 1 else {
                throw .appwrite(.query("\(query.method.capitalized) queries require at least two queries"))
            }
            self = query.method == "and" ? .all(parts) : .any(parts)
        default:
            guard let test = try Test(query, schema) else {
                throw .appwrite(.query("Query method not valid: \(query.method)"))
            }
            self = .attribute(query.attribute, test.holds)
        }
    }

    /// The names of all attributes that the filter and its parts examine.
    var attributes: Set<String> {
        switch self {
        case .attribute(let name, _): [name]
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.attributes) }
        }
    }

    /// Returns true if the filter matches a model with the given values.
    func holds(_ values: AppwriteValues) -> Bool {
        switch self {
        case .attribute(let name, let test): test(values(name))
        case .all(let parts): parts.allSatisfy { $0.holds(values) }
        case .any(let parts): parts.contains { $0.holds(values) }
        }
    }
}

/// The condition of one query, which compares an attribute's values with the values in the query.
private struct Test {
    let holds: @Sendable ([String]?) -> Bool

    /// Creates the test of a query; nil for an unknown method. Throws if the attribute is unknown, or the method does
    /// not accept the attribute or the values.
    init?(_ query: AppwriteQuery, _ schema: AppwriteSchema) throws(AccountError) {
        let (method, attribute) = (query.method, query.attribute)
        guard let forms = Self.shapes[method] else { return nil }
        guard let kind = schema[attribute] else {
            throw .appwrite(.query("Attribute not found in schema: \(attribute)"))
        }
        guard let shape = forms.first(where: { $0.kinds.contains(kind) }) else {
            let reason = kind == .texts ? "is an array" : "is not an array or string"
            throw .appwrite(.query("Cannot query \(method) on attribute \"\(attribute)\" because it \(reason)."))
        }
        guard shape.count.contains(query.values.count) else {
            throw .appwrite(.query("\(method) queries do not accept \(query.values.count) values."))
        }
        let stated = try query.values.map { value throws(AccountError) in
            guard let text = kind.text(value) else {
                throw .appwrite(.query("Query value is invalid for attribute \"\(attribute)\""))
            }
            return text
        }
        let test = shape.test
        switch method {
        case "isNull": holds = { $0 == nil }
        case "isNotNull": holds = { $0 != nil }
        // A comparison with a missing value is neither true nor false, as in SQL.
        default: holds = { own in own.map { test($0, stated) } ?? false }
        }
    }

    private struct Shape {
        let kinds: Set<AppwriteKind>
        let count: ClosedRange<Int>
        let test: @Sendable (_ own: [String], _ stated: [String]) -> Bool

        init(
            _ kinds: Set<AppwriteKind>, _ count: ClosedRange<Int>,
            _ test: @escaping @Sendable (_ own: [String], _ stated: [String]) -> Bool
        ) {
            (self.kinds, self.count, self.test) = (kinds, count, test)
        }

        /// Returns a shape that compares an attribute's one value with one query value.
        static func one(_ kinds: Set<AppwriteKind>, _ test: @escaping @Sendable (String, String) -> Bool) -> Shape {
            Shape(kinds, 1...1) { own, stated in own.contains { test($0, stated[0]) } }
        }

        var negated: Shape { Shape(kinds, count) { [test] own, stated in !test(own, stated) } }
    }

    /// The supported combinations of attribute kinds and number of values, by query method.
    private static let shapes: [String: [Shape]] = {
        let single: Set<AppwriteKind> = [.text, .flag, .time]
        let (every, texts, any): (Set<AppwriteKind>, Set<AppwriteKind>, ClosedRange<Int>) = (
            [.text, .flag, .time, .texts], [.text], 1...AppwriteQuery.most
        )
        let anyIsSame: @Sendable ([String], [String]) -> Bool = { own, stated in
            own.contains { one in stated.contains { $0.hasSameBytes(as: one) } }
        }
        let equal = Shape(single, any, anyIsSame)
        let between = Shape(single, 2...2) { own, stated in
            own.contains { !$0.isBefore(stated[0]) && !stated[1].isBefore($0) }
        }
        let search = Shape.one(texts) { $0.lowercased().contains($1.lowercased()) }
        let starts = Shape.one(texts) { $0.utf8.starts(with: $1.utf8) }
        let ends = Shape.one(texts) { $0.utf8.reversed().starts(with: $1.utf8.reversed()) }
        let holdsOne = [
            Shape(texts, any) { own, stated in
                stated.contains { one in own.contains { $0.lowercased().contains(one.lowercased()) } }
            }, Shape([.texts], any, anyIsSame),
        ]
        return [
            "equal": [equal], "notEqual": [Shape(single, 1...1, equal.negated.test)], "between": [between],
            "notBetween": [between.negated], "lessThan": [.one(single) { $0.isBefore($1) }],
            "lessThanEqual": [.one(single) { !$1.isBefore($0) }], "greaterThan": [.one(single) { $1.isBefore($0) }],
            "greaterThanEqual": [.one(single) { !$0.isBefore($1) }], "search": [search], "notSearch": [search.negated],
            "startsWith": [starts], "notStartsWith": [starts.negated], "endsWith": [ends],
            "notEndsWith": [ends.negated],
            "isNull": [Shape(every, 0...0) { _, _ in false }], "isNotNull": [Shape(every, 0...0) { _, _ in true }],
            "contains": holdsOne, "containsAny": holdsOne, "notContains": holdsOne.map(\.negated),
            "containsAll": [
                Shape([.texts], any) { own, stated in
                    stated.allSatisfy { one in own.contains { $0.hasSameBytes(as: one) } }
                }
            ],
        ]
    }()
}

extension AppwriteKind {
    /// Returns a query value as text, in the form of the attribute's values; nil if the value is of another kind.
    fileprivate func text(_ value: JSONValue) -> String? {
        switch self {
        case .text, .texts: value.string
        case .flag: value.bool.map(String.init)
        case .time: value.string.flatMap(AppwriteTime.date).map { AppwriteTime.text($0) }
        }
    }
}

extension String {
    /// Returns true if the text sorts before the other text, compared by bytes.
    func isBefore(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
