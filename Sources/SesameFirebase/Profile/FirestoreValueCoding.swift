import Foundation
import Sesame
import SesameCore

/// The conversion between Firestore's typed values and the JSON of a profile
/// (https://firebase.google.com/docs/firestore/reference/rest/Shared.Types/ArrayValue#Value).
///
/// JSON has fewer types. A written value therefore keeps the type of the value that it replaces, if possible: a
/// timestamp stays a timestamp, and a geographic point a point.
enum FirestoreValueCoding {
    /// Returns the JSON of a typed Firestore value; nil if the type is unknown or the value does not match its type.
    static func json(_ value: JSONValue) -> JSONValue? {
        guard let members = value.object?.members, members.count == 1 else { return nil }
        let (type, content) = (members[0].name, members[0].value)
        switch type {
        case "nullValue": return .null
        case "booleanValue": return content.bool.map { .bool($0) }
        case "integerValue":
            // 64-bit numbers are strings in Google's JSON.
            return (content.string.flatMap { Int64($0) } ?? content.integer).map { .integer($0) }
        case "doubleValue":
            if case .number = content { return content }
            return content.string.map { .string($0) }
        case "stringValue", "timestampValue", "bytesValue", "referenceValue": return content.string.map { .string($0) }
        case "geoPointValue": return content.object.map { .object(coordinates($0)) }
        case "arrayValue": return .array((content["values"]?.array ?? []).map { json($0) ?? .null })
        case "mapValue": return .object(fields(content["fields"]?.object ?? [:]))
        default: return nil
        }
    }

    /// Returns the JSON of all fields with a known type.
    static func fields(_ fields: JSONObject) -> JSONObject {
        var json: JSONObject = [:]
        for member in fields.members { json[member.name] = self.json(member.value) }
        return json
    }

    /// Returns the typed Firestore value of a JSON value; nil if Firestore cannot store it.
    ///
    /// - Parameter stored: The replaced value, whose type is kept if possible.
    static func value(_ json: JSONValue, inPlaceOf stored: JSONValue? = nil) -> JSONValue? {
        let held = stored?.object?.members.first
        switch json {
        case .null: return ["nullValue": .null]
        case .bool: return ["booleanValue": json]
        case .number(let number):
            if let integer = number.integer, held?.name != "doubleValue" {
                return ["integerValue": .string(String(integer))]
            }
            return number.double.isFinite ? ["doubleValue": json] : nil
        case .string(let text): return value(text, inPlaceOf: held)
        case .array(let elements):
            let before = held?.value["values"]?.array ?? []
            var values: [JSONValue] = []
            for (index, element) in elements.enumerated() {
                guard let value = value(element, inPlaceOf: index < before.count ? before[index] : nil) else {
                    return nil
                }
                values.append(value)
            }
            return ["arrayValue": ["values": .array(values)]]
        case .object(let object):
            if held?.name == "geoPointValue", object.members.count == 2, coordinates(object) == object {
                return ["geoPointValue": json]
            }
            var fields: JSONObject = [:]
            for member in object.members {
                guard let value = value(member.value, inPlaceOf: held?.value["fields"]?[member.name]) else {
                    return nil
                }
                fields[member.name] = value
            }
            return ["mapValue": ["fields": .object(fields)]]
        }
    }

    private static func value(_ text: String, inPlaceOf held: JSONObject.Member?) -> JSONValue {
        switch held?.name {
        case "timestampValue" where GoogleTime(text) != nil: ["timestampValue": .string(text)]
        case "bytesValue" where Data(base64Encoded: text) != nil: ["bytesValue": .string(text)]
        case "referenceValue" where text.hasPrefix("projects/"): ["referenceValue": .string(text)]
        case "doubleValue" where ["NaN", "Infinity", "-Infinity"].contains(text): ["doubleValue": .string(text)]
        default: ["stringValue": .string(text)]
        }
    }

    /// Returns a point with both coordinates, because Google's JSON omits zeros.
    private static func coordinates(_ point: JSONObject) -> JSONObject {
        func number(_ name: String) -> JSONValue {
            if case .number? = point[name] { return point[name] ?? 0 }
            return 0
        }
        return ["latitude": number("latitude"), "longitude": number("longitude")]
    }
}

extension JSONValue {
    /// Returns a field's path for a mask. A name that is not a simple identifier is quoted with backticks
    /// (https://firebase.google.com/docs/firestore/reference/rest/Shared.Types/DocumentMask).
    static func fieldPath(_ names: String...) -> JSONValue {
        .string(names.map(quoted).joined(separator: "."))
    }

    private static func quoted(_ name: String) -> String {
        let isPlain =
            !name.isEmpty && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(name.utf8.first ?? 0)
            && name.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
        guard !isPlain else { return name }
        let escaped = name.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "`", with: "\\`")
        return "`\(escaped)`"
    }
}
