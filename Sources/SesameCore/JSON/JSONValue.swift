/// A JSON value that preserves the document: members keep their order, numbers keep their text, and strings compare by
/// bytes.
///
/// Strings and member names are equal only if their UTF-8 bytes are equal. `String ==` treats "é" and "e" + accent as
/// the same text; a database does not, so an identifier compared that way could name two accounts.
public enum JSONValue: Sendable {
    /// The literal `null`. A missing member is nil instead.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// A number, stored as its text.
    case number(JSONNumber)
    /// A string, with JSON's escapes already decoded.
    case string(String)
    /// An array of values of any types, in the document's order.
    case array([JSONValue])
    /// An object whose member names are unique.
    case object(JSONObject)
}

extension JSONValue {
    /// Returns a number with the decimal digits of an integer of any size.
    public static func integer(_ value: some BinaryInteger) -> JSONValue {
        .number(JSONNumber(value))
    }

    /// The text of a string; nil for any other value.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The Boolean of `true` or `false`; nil for any other value, also for 1 and "true".
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer of a number without fraction and exponent that fits into `Int64`; nil for any other value.
    public var integer: Int64? {
        if case .number(let value) = self { value.integer } else { nil }
    }

    /// The elements of an array; nil for any other value.
    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object; nil for any other value.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// True for `null`. A missing member is nil, not `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// Returns the value of the member with the given name; nil if the value is not an object or has no such member.
    public subscript(name: String) -> JSONValue? {
        object?[name]
    }
}

extension JSONValue: Equatable {
    /// Returns true if both values are equal: strings by bytes, numbers by text, and objects in any order of members.
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
