/// A JSON value that preserves the document: members keep their order, numbers keep their text, and strings compare by
/// bytes.
///
/// Strings and member names are equal only if their UTF-8 bytes are equal. `String ==` treats "é" and "e" + accent as
/// the same text; a database does not, so an identifier compared that way could name two accounts.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, stored as its text.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object whose member names are unique.
    case object(JSONObject)
}

extension JSONValue {
    /// Creates a number from an integer.
    public static func integer(_ value: some BinaryInteger) -> JSONValue {
        .number(JSONNumber(value))
    }

    /// The text if this is a string; nil otherwise.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The Boolean value if this is `true` or `false`; nil otherwise, also for 1 and "true".
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer if this is a number without fraction and exponent, and in range; nil otherwise.
    public var integer: Int64? {
        if case .number(let value) = self { value.integer } else { nil }
    }

    /// The elements if this is an array; nil otherwise.
    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The object if this is one; nil otherwise.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// True if this is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// Returns the value of the member of that name; nil if this is not an object or has no such member.
    public subscript(name: String) -> JSONValue? {
        object?[name]
    }
}

extension JSONValue: Equatable {
    /// Returns true if both are equal: strings by bytes, numbers by text, and objects in any order of members.
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
