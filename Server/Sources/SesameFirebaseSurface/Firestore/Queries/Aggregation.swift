import SesameCore
import SesameWire

/// An aggregation of a query's results: a count, a sum or an average.
struct Aggregation: Sendable {
    enum Operation: Sendable {
        /// The number of matches, up to the given number.
        case count(upTo: Int?)
        case sum(FieldPath)
        case average(FieldPath)
    }

    /// The name of the aggregation's result in the response.
    let alias: String
    let operation: Operation

    /// Reads a query's one to five aggregations. An aggregation without an alias gets `field_1`, `field_2` … by its
    /// position. Throws if two have the same alias.
    static func all(_ json: JSONValue?) throws(RPCError) -> [Aggregation] {
        guard let elements = json?.array, (1...5).contains(elements.count) else {
            throw .invalid("a query must have one to five aggregations")
        }
        var all: [Aggregation] = []
        for (index, element) in elements.enumerated() {
            let aggregation = try Aggregation(element, number: index + 1)
            guard !all.contains(where: { $0.alias.hasSameBytes(as: aggregation.alias) }) else {
                throw .invalid("duplicate aggregation alias")
            }
            all.append(aggregation)
        }
        return all
    }

    private init(_ json: JSONValue, number: Int) throws(RPCError) {
        alias = json["alias"]?.string ?? "field_\(number)"
        if let count = json["count"] {
            guard let limit = count["upTo"].map({ $0.string.flatMap { Int($0) } ?? $0.integer.map { Int($0) } }) else {
                operation = .count(upTo: nil)
                return
            }
            guard let limit, limit > 0 else { throw .invalid("'upTo' must be a positive integer") }
            operation = .count(upTo: limit)
        } else if let sum = json["sum"] {
            operation = .sum(try FieldPath(referenced: sum["field"]))
        } else if let average = json["avg"] {
            operation = .average(try FieldPath(referenced: average["field"]))
        } else {
            throw .invalid("an aggregation must be 'count', 'sum' or 'avg'")
        }
    }

    /// Returns the aggregation's value for a query's results. Sums and averages ignore values that are not numbers; the
    /// average of no numbers is null.
    func value(of documents: [UserDocument]) -> FirestoreValue {
        switch operation {
        case .count(let limit): .integer(Int64(min(documents.count, limit ?? .max)))
        case .sum(let path): Self.sum(documents.compactMap { $0.fields[path] })
        case .average(let path):
            Self.average(documents.compactMap { $0.fields[path]?.double })
        }
    }

    private static func average(_ numbers: [Double]) -> FirestoreValue {
        numbers.isEmpty ? .null : .double(numbers.reduce(0, +) / Double(numbers.count))
    }

    /// Returns the sum of the numbers among the values: an integer if all numbers are integers and no partial sum
    /// overflows 64 bits, otherwise a double.
    private static func sum(_ values: [FirestoreValue]) -> FirestoreValue {
        var sum: Int64 = 0
        for value in values {
            guard value.double != nil else { continue }
            guard case .integer(let number) = value, case (let next, false) = sum.addingReportingOverflow(number) else {
                return .double(values.compactMap(\.double).reduce(0, +))
            }
            sum = next
        }
        return .integer(sum)
    }
}
