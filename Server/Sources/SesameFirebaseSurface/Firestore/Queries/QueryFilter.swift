import SesameCore
import SesameWire

/// A filter of a query: a condition on one field, or several filters combined by AND or OR.
indirect enum QueryFilter: Sendable {
    case all([QueryFilter])
    case any([QueryFilter])
    case field(FieldPath, Comparison, FirestoreValue)
    case unary(FieldPath, Unary)

    /// The comparison operators, in the order of their protocol numbers from 1, for clients that write enumerations as
    /// numbers.
    enum Comparison: String, Sendable, CaseIterable {
        case less = "LESS_THAN"
        case lessOrEqual = "LESS_THAN_OR_EQUAL"
        case greater = "GREATER_THAN"
        case greaterOrEqual = "GREATER_THAN_OR_EQUAL"
        case equal = "EQUAL"
        case notEqual = "NOT_EQUAL"
        case arrayContains = "ARRAY_CONTAINS"
        case isIn = "IN"
        case arrayContainsAny = "ARRAY_CONTAINS_ANY"
        case isNotIn = "NOT_IN"
    }

    /// The unary operators, in the order of their protocol numbers from 2.
    enum Unary: String, Sendable, CaseIterable {
        case isNaN = "IS_NAN"
        case isNull = "IS_NULL"
        case isNotNaN = "IS_NOT_NAN"
        case isNotNull = "IS_NOT_NULL"
    }

    /// Reads a `Filter` of the REST API, nested at most ten levels deep.
    init(_ json: JSONValue, depth: Int = 0) throws(RPCError) {
        guard case .object(let object) = json, object.count == 1, let member = object.members.first, depth < 10 else {
            throw .invalid(
                "a filter must be exactly one of 'compositeFilter', 'fieldFilter' and 'unaryFilter', nested at most "
                    + "ten levels deep"
            )
        }
        let filter = member.value
        switch member.name {
        case "compositeFilter":
            guard let filters = filter["filters"]?.array, (1...100).contains(filters.count) else {
                throw .invalid("a composite filter must have 1 to 100 filters")
            }
            let parts = try filters.map { part throws(RPCError) in try QueryFilter(part, depth: depth + 1) }
            self = try Composition(filter["op"], from: 1) == .any ? .any(parts) : .all(parts)
        case "fieldFilter":
            guard let value = filter["value"] else { throw .invalid("a field filter must have a value") }
            let operation = try Comparison(filter["op"], from: 1)
            let operand = try FirestoreValue(value)
            if operation.takesArray {
                guard case .array(let elements) = operand, (1...30).contains(elements.count) else {
                    throw .invalid("\(operation.rawValue) requires an array of 1 to 30 values")
                }
            }
            self = .field(try FieldPath(referenced: filter["field"]), operation, operand)
        case "unaryFilter":
            self = .unary(try FieldPath(referenced: filter["field"]), try Unary(filter["op"], from: 2))
        default:
            throw .invalid(
                "a filter must be exactly one of 'compositeFilter', 'fieldFilter' and 'unaryFilter', nested at most "
                    + "ten levels deep"
            )
        }
    }

    private enum Composition: String, CaseIterable {
        case all = "AND"
        case any = "OR"
    }
}

extension QueryFilter.Comparison {
    fileprivate var takesArray: Bool {
        switch self {
        case .isIn, .isNotIn, .arrayContainsAny: true
        default: false
        }
    }
}

extension QueryFilter {
    /// Returns true if a document meets the condition. A document without the field meets no condition on the field.
    ///
    /// - Parameter value: A function that returns the document's value at a path; nil if the document has none.
    func holds(_ value: (FieldPath) -> FirestoreValue?) -> Bool {
        switch self {
        case .all(let filters): filters.allSatisfy { $0.holds(value) }
        case .any(let filters): filters.contains { $0.holds(value) }
        case .unary(let path, let operation): value(path).map { $0.is(operation) } ?? false
        // A document without the field meets no condition on it, not even "not equal".
        case .field(let path, let operation, let operand): value(path).map { $0.is(operation, operand) } ?? false
        }
    }
}

extension FirestoreValue {
    fileprivate func `is`(_ operation: QueryFilter.Unary) -> Bool {
        switch operation {
        case .isNaN: double?.isNaN == true
        case .isNull: self == .null
        case .isNotNaN: double?.isNaN != true
        case .isNotNull: self != .null
        }
    }

    fileprivate func `is`(_ operation: QueryFilter.Comparison, _ operand: FirestoreValue) -> Bool {
        switch operation {
        case .less: isComparable(to: operand) && self < operand
        case .lessOrEqual: isComparable(to: operand) && !(operand < self)
        case .greater: isComparable(to: operand) && operand < self
        case .greaterOrEqual: isComparable(to: operand) && !(self < operand)
        case .equal: isEquivalent(to: operand)
        case .notEqual: self != .null && !isEquivalent(to: operand)
        case .arrayContains: items.contains { $0.isEquivalent(to: operand) }
        case .isIn: operand.items.contains { isEquivalent(to: $0) }
        case .isNotIn: self != .null && !operand.items.contains { isEquivalent(to: $0) }
        case .arrayContainsAny: items.contains { item in operand.items.contains { item.isEquivalent(to: $0) } }
        }
    }

    private var items: [FirestoreValue] {
        if case .array(let elements) = self { elements } else { [] }
    }
}

extension FieldPath {
    /// Reads the path of a `FieldReference` of the REST API.
    init(referenced json: JSONValue?) throws(RPCError) {
        guard let text = json?["fieldPath"]?.string else { throw .invalid("a field reference must have a 'fieldPath'") }
        try self.init(parsing: text)
    }

    /// The pseudo-field for a document's name.
    static let documentName = "__name__"

    var isDocumentName: Bool { names.count == 1 && names[0].hasSameBytes(as: Self.documentName) }
}

extension RawRepresentable where RawValue == String, Self: CaseIterable {
    /// Reads an enumeration's case from its name or its number.
    ///
    /// - Parameter first: The number of the first case.
    init(_ json: JSONValue?, from first: Int) throws(RPCError) {
        let cases = Array(Self.allCases)
        switch json {
        case .string(let name)?:
            if let found = cases.first(where: { $0.rawValue.hasSameBytes(as: name) }) {
                self = found
                return
            }
        case .number(let number)?:
            if let index = number.integer.flatMap(Int.init(exactly:)), cases.indices.contains(index &- first) {
                self = cases[index - first]
                return
            }
        default: break
        }
        throw .invalid("unknown enumeration value")
    }
}
