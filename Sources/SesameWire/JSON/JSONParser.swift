import SesameCore

/// A parser that reads a document in a single pass. A string without escapes becomes a `String` without an intermediate
/// copy, because every request depends on the parser's speed.
struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let maxMembers: Int
    private var levels: Int
    private var index = 0

    /// The number of members from which a set is used to find duplicate names. With fewer members, comparing is faster
    /// than hashing.
    private static let fewMembers = 16

    init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        self.bytes = bytes
        maxMembers = limits.members
        levels = min(limits.depth, JSONLimits.deepest)
    }

    mutating func document() throws(JSONError) -> JSONValue {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            throw JSONError(.byteOrderMark, at: 0)
        }
        let value = try value()
        skipWhiteSpace()
        guard index == bytes.count else { throw JSONError(.trailingContent, at: index) }
        return value
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipWhiteSpace()
        switch try peek() {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw JSONError(.unexpectedByte, at: index)
        }
    }

    // MARK: - Containers

    private mutating func object() throws(JSONError) -> JSONObject {
        try descend()
        var object = JSONObject()
        var names: Set<ByteKey> = []
        skipWhiteSpace()
        if try peek() == UInt8(ascii: "}") {
            ascend()
            return object
        }
        while true {
            skipWhiteSpace()
            let start = index
            guard try peek() == UInt8(ascii: "\"") else { throw JSONError(.unexpectedByte, at: index) }
            let name = try string()
            guard object.count < maxMembers else { throw JSONError(.tooManyMembers, at: start) }
            guard isNew(name, in: object, names: &names) else { throw JSONError(.duplicateMember, at: start) }
            skipWhiteSpace()
            guard try peek() == UInt8(ascii: ":") else { throw JSONError(.unexpectedByte, at: index) }
            index += 1
            object.append(unique: JSONObject.Member(name: name, value: try value()))
            if try isLast(closing: UInt8(ascii: "}")) { return object }
        }
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        try descend()
        var elements: [JSONValue] = []
        skipWhiteSpace()
        if try peek() == UInt8(ascii: "]") {
            ascend()
            return elements
        }
        while true {
            elements.append(try value())
            if try isLast(closing: UInt8(ascii: "]")) { return elements }
        }
    }

    private func isNew(_ name: String, in object: JSONObject, names: inout Set<ByteKey>) -> Bool {
        // The search is a method of the object, because a search here would copy each member.
        if object.count < Self.fewMembers { return !object.contains(name) }
        if names.isEmpty { names.formUnion(object.members.lazy.map { ByteKey($0.name) }) }
        return names.insert(ByteKey(name)).inserted
    }

    /// Consumes a comma or the closing bracket, and returns true if the container ends.
    private mutating func isLast(closing: UInt8) throws(JSONError) -> Bool {
        skipWhiteSpace()
        switch try peek() {
        case closing:
            ascend()
            return true
        case UInt8(ascii: ","):
            index += 1
            return false
        default:
            throw JSONError(.unexpectedByte, at: index)
        }
    }

    private mutating func descend() throws(JSONError) {
        guard levels > 0 else { throw JSONError(.tooDeep, at: index) }
        levels -= 1
        index += 1
    }

    private mutating func ascend() {
        levels += 1
        index += 1
    }

    // MARK: - Scalars

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for offset in 0..<text.utf8CodeUnitCount {
            guard index + offset < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
            guard bytes[index + offset] == text.utf8Start[offset] else {
                throw JSONError(.unexpectedByte, at: index + offset)
            }
        }
        index += text.utf8CodeUnitCount
        return value
    }

    private mutating func number() throws(JSONError) -> JSONNumber {
        guard let end = JSONNumber.end(of: bytes, from: index) else { throw JSONError(.invalidNumber, at: index) }
        defer { index = end }
        return JSONNumber(validated: String(decoding: bytes[index..<end], as: UTF8.self))
    }

    private mutating func string() throws(JSONError) -> String {
        var scanner = JSONStringScanner(bytes: bytes, openingQuote: index)
        let text = try scanner.string()
        index = scanner.index
        return text
    }

    // MARK: - Bytes

    private func peek() throws(JSONError) -> UInt8 {
        guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: index) }
        return bytes[index]
    }

    private mutating func skipWhiteSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }
}
