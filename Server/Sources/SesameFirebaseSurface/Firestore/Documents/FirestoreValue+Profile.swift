import Foundation
import SesameAccounts
import SesameCore
import SesameWire

extension FirestoreValue {
    /// Converts a profile's JSON value to a Firestore value.
    ///
    /// - Parameter type: The field's type; nil for an array element, or if the schema no longer has the field.
    init(profile json: JSONValue, as type: FieldType?) {
        switch json {
        case .null: self = .null
        case .bool(let value): self = .boolean(value)
        case .string(let text):
            if type == .date, let date = ProfileDate(text),
                let moment = FirestoreTimestamp(seconds: date.seconds, nanoseconds: date.fraction)
            {
                // A date without a time becomes midnight UTC, as in clients that store dates as timestamps.
                self = .timestamp(moment)
            } else {
                self = .string(text)
            }
        case .number(let number): self = number.integer.map { .integer($0) } ?? .double(number.double)
        case .array(let elements): self = .array(elements.map { FirestoreValue(profile: $0, as: nil) })
        case .object(let object):
            var map = FirestoreMap()
            for member in object.members {
                map[member.name] = FirestoreValue(profile: member.value, as: type?.member(member.name))
            }
            self = .map(map)
        }
    }

    /// Returns the value as a profile's JSON value. Throws for a value that no profile field can store, such as a
    /// geopoint or NaN, and for a timestamp outside a date field. The profile's own rules still have to check the
    /// result.
    ///
    /// - Parameter path: The field's path, for the error.
    func profile(as type: FieldType?, at path: String) throws(AccountError) -> JSONValue {
        switch self {
        case .null: return .null
        case .boolean(let value): return .bool(value)
        case .integer(let value): return .integer(value)
        case .double(let value):
            guard let number = JSONNumber(value) else {
                throw AccountError(.invalidRequest, "a profile field cannot store NaN or infinity", field: path)
            }
            return .number(number)
        case .timestamp(let moment):
            guard type == .date else {
                throw AccountError(
                    .invalidRequest, "a timestamp is allowed only in a profile field of type date", field: path)
            }
            return .string(moment.text)
        case .string(let text): return .string(text)
        case .array(let elements):
            return .array(
                try elements.map { element throws(AccountError) in try element.profile(as: nil, at: path) })
        case .map(let map):
            var object = JSONObject()
            for member in map.members {
                object[member.name] = try member.value.profile(
                    as: type?.member(member.name), at: "\(path).\(member.name)")
            }
            return .object(object)
        case .bytes, .reference, .geoPoint:
            throw AccountError(
                .invalidRequest,
                "a profile field cannot store bytes, references or geopoints; use a string or an object",
                field: path)
        }
    }
}

extension FieldType {
    /// Returns the type of an object's member; nil if the type is not an object type or has no such member.
    fileprivate func member(_ name: String) -> FieldType? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.hasSameBytes(as: name) }?.type
    }
}
