import Foundation
import SesameCore
import SesameWire

/// A change of one field, computed from its current value.
struct FieldTransform: Sendable {
    enum Operation: Sendable {
        case requestTime
        case increment(FirestoreValue)
        case maximum(FirestoreValue)
        case minimum(FirestoreValue)
        case appendMissing([FirestoreValue])
        case removeAll([FirestoreValue])
    }

    let path: FieldPath
    let operation: Operation

    init(_ json: JSONValue) throws(RPCError) {
        guard case .object(let object) = json, let path = object["fieldPath"]?.string, object.count == 2,
            let member = object.members.first(where: { !$0.name.hasSameBytes(as: "fieldPath") })
        else { throw .invalid("a transform must name its field and exactly one operation") }
        self.path = try FieldPath(parsing: path)
        switch member.name {
        case "setToServerValue":
            guard member.value == "REQUEST_TIME" || member.value == 1 else {
                throw .invalid("'setToServerValue' must be REQUEST_TIME")
            }
            operation = .requestTime
        case "increment": operation = .increment(try Self.number(member.value))
        case "maximum": operation = .maximum(try Self.number(member.value))
        case "minimum": operation = .minimum(try Self.number(member.value))
        case "appendMissingElements": operation = .appendMissing(try Self.elements(member.value))
        case "removeAllFromArray": operation = .removeAll(try Self.elements(member.value))
        default: throw .invalid("the transform is unknown")
        }
    }

    /// True if the response reports null, not the field's value, as the result.
    var tellsNothing: Bool {
        switch operation {
        case .appendMissing, .removeAll: true
        case .requestTime, .increment, .maximum, .minimum: false
        }
    }

    /// Returns the field's value after the transform. A current value of the wrong type counts as missing.
    func applied(to value: FirestoreValue?, at now: FirestoreTimestamp) -> FirestoreValue {
        switch operation {
        case .requestTime: .timestamp(now)
        case .increment(let step): value.flatMap { $0.adding(step) } ?? step
        case .maximum(let other): value.flatMap { $0.number(other, if: { $0 < $1 }) } ?? other
        case .minimum(let other): value.flatMap { $0.number(other, if: { $0 > $1 }) } ?? other
        case .appendMissing(let elements):
            .array(
                elements.reduce(into: value?.elements ?? []) { array, element in
                    if !array.contains(where: { $0.isEquivalent(to: element) }) { array.append(element) }
                })
        case .removeAll(let elements):
            .array((value?.elements ?? []).filter { kept in !elements.contains { $0.isEquivalent(to: kept) } })
        }
    }

    private static func number(_ json: JSONValue) throws(RPCError) -> FirestoreValue {
        let value = try FirestoreValue(json)
        switch value {
        case .integer, .double: return value
        default: throw .invalid("the transform requires a number")
        }
    }

    private static func elements(_ json: JSONValue) throws(RPCError) -> [FirestoreValue] {
        guard case .array(let elements) = try FirestoreValue(["arrayValue": json]) else {
            throw .invalid("the transform requires an array")
        }
        return elements
    }
}

extension FirestoreValue {
    fileprivate var elements: [FirestoreValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// Returns the sum of two numbers: an integer, limited to 64 bits, if both are integers, otherwise a double.
    /// Returns nil if the current value is not a number.
    fileprivate func adding(_ step: FirestoreValue) -> FirestoreValue? {
        if case .integer(let left) = self, case .integer(let right) = step {
            let (sum, isTooMuch) = left.addingReportingOverflow(right)
            return .integer(isTooMuch ? (right > 0 ? .max : .min) : sum)
        }
        guard let left = double, let right = step.double else { return nil }
        return .double(left + right)
    }

    /// Returns `other` if the condition holds for the current number and `other`, and the current number otherwise; nil
    /// if the current value is not a number.
    fileprivate func number(
        _ other: FirestoreValue, if holds: (FirestoreValue, FirestoreValue) -> Bool
    ) -> FirestoreValue? {
        guard double != nil else { return nil }
        return holds(self, other) ? other : self
    }
}
