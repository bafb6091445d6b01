import SesameAccounts
import SesameCore
import SesameWire

/// The members that a method's body may have. Google's services know their messages by name and refuse every other
/// member, so that a misspelt one is not silently without effect.
struct FirebaseSchema: Sendable {
    /// The kind of a member.
    indirect enum Kind: Sendable {
        case string
        case bool
        /// A number, or the same in a string.
        case integer
        /// One of these names, or its place among them: some clients send enumerations as numbers.
        case choice([String])
        case object(FirebaseSchema)
        /// An object whose members are anybody's.
        case anyObject
        case list(Kind)
    }

    let fields: [String: Kind]

    init(_ fields: [String: Kind]) {
        self.fields = fields
    }

    /// The object with every name in camel case and every value in its one form. `null` stands for what is absent.
    ///
    /// - Parameter path: Where the object stands, for messages.
    func normalized(_ object: JSONObject, at path: String = "") throws(Refusal) -> JSONObject {
        var normalized = JSONObject()
        for member in object.members {
            let name = Self.camelCase(member.name)
            guard let kind = fields[name] else {
                let place = path.isEmpty ? "" : " at '\(path)'"
                throw .invalidPayload("Unknown name \"\(Self.shown(member.name))\"\(place): Cannot find field.")
            }
            guard !member.value.isNull else { continue }
            guard !normalized.contains(name) else {
                throw .invalidPayload("Field \"\(name)\" is given twice.")
            }
            let place = path.isEmpty ? name : "\(path).\(name)"
            normalized[name] = try Self.value(member.value, kind, at: place)
        }
        return normalized
    }

    private static func value(_ value: JSONValue, _ kind: Kind, at path: String) throws(Refusal) -> JSONValue {
        switch (kind, value) {
        case (.string, .string), (.bool, .bool), (.anyObject, .object): return value
        case (.string, .number(let number)): return .string(number.text)
        case (.integer, .number(let number)):
            if let integer = number.integer { return .integer(integer) }
            // Python's clients send whole seconds as they come out of a division.
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
        // A list of one is sometimes sent without brackets.
        case (.list(let kind), .string): return .array([try Self.value(value, kind, at: path)])
        default: break
        }
        throw .invalidPayload("Invalid value at '\(path)'.")
    }

    /// `return_secure_token` and `returnSecureToken` are one name.
    static func camelCase(_ name: String) -> String {
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }) else { return name }
        return String(parts[0]) + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Returns a client's name in a form that can be shown.
    private static func shown(_ name: String) -> String {
        String(
            name.unicodeScalars.prefix(64).filter { $0.isASCII && $0.value >= 0x20 && $0 != "\"" }.map(Character.init))
    }
}
