import SesameAccounts
import SesameCore
import SesameWire

/// The allowed members of a method's body. Google's APIs refuse all other members, so that a misspelled one is not
/// silently ignored.
struct FirebaseSchema: Sendable {
    /// The type of a member's value.
    indirect enum Kind: Sendable {
        case string
        case bool
        /// An integer, sent as a number or as a string.
        case integer
        /// One of the given names, or its index, because some clients send enumerations as numbers.
        case choice([String])
        case object(FirebaseSchema)
        /// An object with arbitrary members.
        case anyObject
        case list(Kind)
    }

    let fields: [String: Kind]

    init(_ fields: [String: Kind]) {
        self.fields = fields
    }

    /// Returns the object with every name in camel case and every value in its normal form. Members that are `null` are
    /// omitted. Throws for an unknown or repeated name and for a value of another type.
    ///
    /// - Parameter path: The object's path, for messages.
    func normalized(_ object: JSONObject, at path: String = "") throws(AccountError) -> JSONObject {
        var normalized = JSONObject()
        for member in object.members {
            let name = Self.camelCase(member.name)
            guard let kind = fields[name] else {
                let place = path.isEmpty ? "" : " at '\(path)'"
                throw .invalidPayload("Unknown name \"\(Self.shown(member.name))\"\(place): Cannot find field.")
            }
            guard !member.value.isNull else { continue }
            guard !normalized.contains(name) else {
                throw .invalidPayload("Duplicate field \"\(name)\".")
            }
            let place = path.isEmpty ? name : "\(path).\(name)"
            normalized[name] = try Self.value(member.value, kind, at: place)
        }
        return normalized
    }

    private static func value(_ value: JSONValue, _ kind: Kind, at path: String) throws(AccountError) -> JSONValue {
        switch (kind, value) {
        case (.string, .string), (.bool, .bool), (.anyObject, .object): return value
        case (.string, .number(let number)): return .string(number.text)
        case (.integer, .number(let number)):
            if let integer = number.integer { return .integer(integer) }
            // Python's clients send whole seconds as floating-point numbers.
            if let integer = Int64(exactly: number.double) { return .integer(integer) }
        case (.integer, .string(let text)): if let integer = Int64(text) { return .integer(integer) }
        case (.choice(let names), .string(let text)): if names.contains(where: text.hasSameBytes) { return value }
        case (.choice(let names), .number(let number)):
            if let index = number.integer.flatMap({ Int(exactly: $0) }), names.indices.contains(index) {
                return .string(names[index])
            }
        case (.object(let schema), .object(let object)): return .object(try schema.normalized(object, at: path))
        case (.list(let kind), .array(let elements)):
            var values: [JSONValue] = []
            for (index, element) in elements.enumerated() {
                values.append(try Self.value(element, kind, at: "\(path)[\(index)]"))
            }
            return .array(values)
        // Some clients send a list of one element as the element.
        case (.list(let kind), .string): return .array([try Self.value(value, kind, at: path)])
        default: break
        }
        throw .invalidPayload("Invalid value at '\(path)'.")
    }

    /// Returns the name in camel case, so that `return_secure_token` and `returnSecureToken` are the same.
    static func camelCase(_ name: String) -> String {
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }) else { return name }
        return String(parts[0]) + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Returns a client's member name for an error message: the ASCII characters among the first 64, without double
    /// quotes and control characters.
    private static func shown(_ name: String) -> String {
        String(
            name.unicodeScalars.prefix(64).filter { $0.isASCII && $0.value >= 0x20 && $0 != "\"" }.map(Character.init))
    }
}
