import Foundation
import SesameCore
import SesameWire

extension FirestoreValue {
    /// The maximum nesting depth of maps and arrays, as in Firestore.
    private static let maxDepth = 20

    /// Reads a value in the form of Firestore's REST API: an object with one member, whose name is the type. Throws if
    /// the type is unknown, the value does not match the type, or the nesting is too deep.
    init(_ json: JSONValue, depth: Int = 0) throws(RPCError) {
        guard case .object(let object) = json, object.count == 1, let member = object.members.first else {
            throw .invalid("a value must be an object with one member, which names its type")
        }
        guard depth <= Self.maxDepth else {
            throw .invalid("a value is nested too deeply; at most 20 levels are allowed")
        }
        if let scalar = Self.scalar(member) {
            self = scalar
        } else if let container = try Self.container(member, depth: depth) {
            self = container
        } else {
            throw .invalid("a value has an unknown type, or does not match its type")
        }
    }

    private static func scalar(_ member: JSONObject.Member) -> FirestoreValue? {
        switch (member.name, member.value) {
        case ("nullValue", .null): return .null
        case ("nullValue", .string(let text)) where text.hasSameBytes(as: "NULL_VALUE"): return .null
        // Some clients write enumerations as numbers.
        case ("nullValue", .number(let number)) where number.integer == 0: return .null
        case ("booleanValue", .bool(let value)): return .boolean(value)
        case ("integerValue", .string(let text)): return JSONNumber(text: text)?.integer.map { .integer($0) }
        case ("integerValue", .number(let number)): return number.integer.map { .integer($0) }
        case ("doubleValue", .number(let number)): return number.double.isFinite ? .double(number.double) : nil
        case ("doubleValue", .string(let text)): return double(text).map { .double($0) }
        case ("timestampValue", .string(let text)): return FirestoreTimestamp(text).map { .timestamp($0) }
        case ("stringValue", .string(let text)): return .string(text)
        case ("bytesValue", .string(let text)): return bytes(text).map { .bytes($0) }
        case ("referenceValue", .string(let name)): return .reference(name)
        case ("geoPointValue", .object(let point)): return geoPoint(point)
        default: return nil
        }
    }

    private static func container(
        _ member: JSONObject.Member, depth: Int
    ) throws(RPCError) -> FirestoreValue? {
        switch (member.name, member.value) {
        case ("arrayValue", .object(let array)):
            guard array.members.allSatisfy({ $0.name.hasSameBytes(as: "values") }) else { return nil }
            guard let elements = array["values"]?.array else { return array.isEmpty ? .array([]) : nil }
            return .array(
                try elements.map { element throws(RPCError) in try FirestoreValue(element, depth: depth + 1) })
        case ("mapValue", .object(let map)):
            guard map.members.allSatisfy({ $0.name.hasSameBytes(as: "fields") }) else { return nil }
            guard let fields = map["fields"] else { return .map([:]) }
            return .map(try FirestoreMap(fields, depth: depth + 1))
        default: return nil
        }
    }

    /// Reads a double written as text, including `NaN` and the infinities, which JSON numbers cannot express; nil for
    /// other text.
    private static func double(_ text: String) -> Double? {
        switch text {
        case "NaN": .nan
        case "Infinity": .infinity
        case "-Infinity": -.infinity
        default: JSONNumber(text: text).map(\.double).flatMap { $0.isFinite ? $0 : nil }
        }
    }

    /// Decodes base64 with padding, in the standard or the URL-safe alphabet; nil for any other text.
    private static func bytes(_ text: String) -> [UInt8]? {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: standard).map { Array($0) }
    }

    private static func geoPoint(_ point: JSONObject) -> FirestoreValue? {
        guard point.members.allSatisfy({ ["latitude", "longitude"].contains($0.name) }) else { return nil }
        // A missing coordinate is zero, as in all protocol buffer messages.
        var degrees: [Double] = []
        for name in ["latitude", "longitude"] {
            switch point[name] {
            case nil: degrees.append(0)
            case .number(let number)?: degrees.append(number.double)
            default: return nil
            }
        }
        guard abs(degrees[0]) <= 90, abs(degrees[1]) <= 180 else { return nil }
        return .geoPoint(latitude: degrees[0], longitude: degrees[1])
    }
}

extension FirestoreMap {
    /// Reads an object of field values by name, as in Firestore's REST API.
    init(_ json: JSONValue, depth: Int = 0) throws(RPCError) {
        guard case .object(let object) = json else { throw .invalid("'fields' must be an object of values by name") }
        self.init()
        for member in object.members {
            guard !member.name.isEmpty else { throw .invalid("a field name must not be empty") }
            self[member.name] = try FirestoreValue(member.value, depth: depth)
        }
    }

    /// The fields in the form of the REST API.
    var json: JSONValue {
        .object(JSONObject(members.lazy.map { JSONObject.Member(name: $0.name, value: $0.value.json) }))
    }
}

extension FirestoreValue {
    /// The value in the form of the REST API.
    var json: JSONValue {
        switch self {
        case .null: ["nullValue": nil]
        case .boolean(let value): ["booleanValue": .bool(value)]
        case .integer(let value): ["integerValue": .string(String(value))]
        case .double(let value): ["doubleValue": Self.json(value)]
        case .timestamp(let moment): ["timestampValue": .string(moment.text)]
        case .string(let text): ["stringValue": .string(text)]
        case .bytes(let bytes): ["bytesValue": .string(Data(bytes).base64EncodedString())]
        case .reference(let name): ["referenceValue": .string(name)]
        case .geoPoint(let latitude, let longitude):
            ["geoPointValue": ["latitude": Self.json(latitude), "longitude": Self.json(longitude)]]
        case .array(let elements): ["arrayValue": elements.isEmpty ? [:] : ["values": .array(elements.map(\.json))]]
        case .map(let fields): ["mapValue": fields.isEmpty ? [:] : ["fields": fields.json]]
        }
    }

    private static func json(_ value: Double) -> JSONValue {
        if let number = JSONNumber(value) { return .number(number) }
        return value.isNaN ? "NaN" : value > 0 ? "Infinity" : "-Infinity"
    }
}
