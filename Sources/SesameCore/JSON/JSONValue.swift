/// A JSON value that says exactly what the document said: members keep their order, numbers keep their text, and
/// strings compare by bytes.
///
/// Equality of strings and member names is equality of their UTF-8 bytes. `String ==` takes "é" and "e" + accent for
/// the same text; a database does not, so an identifier compared that way could name two accounts.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, kept as its text.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object whose member names are unique.
    case object(JSONObject)
}

extension JSONValue {
    /// An integer number.
    public static func integer(_ value: some BinaryInteger) -> JSONValue {
        .number(JSONNumber(value))
    }

    /// The text, if this is a string.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The truth value, if this is `true` or `false`. Neither 1 nor "true" is one.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer, if this is a number written without fraction and exponent that fits.
    public var integer: Int64? {
        if case .number(let value) = self { value.integer } else { nil }
    }

    /// The elements, if this is an array.
    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The object, if this is one.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// True if this is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The member of that name, if this is an object that has it.
    public subscript(name: String) -> JSONValue? {
        object?[name]
    }
}

extension JSONValue: Equatable {
    /// Compares strings by bytes, numbers by text, and objects without regard to the order of members.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.isIdentical(to: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}
