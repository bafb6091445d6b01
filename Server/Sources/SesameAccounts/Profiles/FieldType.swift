package import SesameCore
import SesameWire

/// The type of a profile field. Values are stored as sent: no number is rounded, no text normalized.
package indirect enum FieldType: Sendable, Equatable {
    /// A text, with an optional limit in UTF-8 bytes.
    case string(maxBytes: Int? = nil)
    /// `true` or `false`.
    case bool
    /// A 64-bit integer, written without fraction and exponent.
    case integer(Bounds = Bounds())
    /// A number in the range of a 64-bit floating-point number.
    case number(Bounds = Bounds())
    /// A day (`1990-05-17`) or a time (`1990-05-17T08:30:00Z`); see ``ProfileDate``.
    case date
    /// A list of texts.
    case strings
    /// A text, usually one of the given ones. Other texts are stored too, because newer versions of an app may know
    /// more choices.
    case choice([String])
    /// An object with the listed members, all of which are optional, and no others.
    case object([Member])

    package struct Member: Sendable, Equatable {
        package let name: String
        package let type: FieldType

        package init(_ name: String, _ type: FieldType) {
            self.name = name
            self.type = type
        }
    }

    /// The allowed range of a number, inclusive.
    package struct Bounds: Sendable, Equatable {
        /// The smallest allowed number; nil for no limit.
        package let minimum: Double?
        /// The largest allowed number; nil for no limit.
        package let maximum: Double?

        package init(minimum: Double? = nil, maximum: Double? = nil) {
            self.minimum = minimum
            self.maximum = maximum
        }

        func contains(_ number: Double) -> Bool {
            number >= minimum ?? -.infinity && number <= maximum ?? .infinity
        }
    }
}

extension FieldType {
    /// Returns the error if a field of this type cannot hold the value; otherwise nil.
    ///
    /// - Parameter path: The field's path, for the error.
    func refusal(of value: JSONValue, at path: String) -> AccountError? {
        switch (self, value) {
        case (.object(let members), .object(let object)): refusal(of: object, members: members, at: path)
        case _ where value.hasNull: .null(in: path)
        case (.string(let limit?), .string(let text)) where text.utf8.count > limit:
            AccountError(.invalidRequest, "the profile field must be at most \(limit) bytes", field: path)
        case (.string, .string), (.choice, .string), (.bool, .bool): nil
        case (.integer(let bounds), .number(let number)) where number.integer != nil:
            bounds.contains(number.double) ? nil : outOfBounds(path)
        case (.number(let bounds), .number(let number)) where number.double.isFinite:
            bounds.contains(number.double) ? nil : outOfBounds(path)
        case (.date, .string(let text)) where ProfileDate(text) != nil: nil
        case (.strings, .array(let elements)) where elements.allSatisfy({ $0.string != nil }): nil
        default: AccountError(.invalidRequest, "the profile field must be \(name)", field: path)
        }
    }

    /// Returns true if a field of this type cannot have the value as its initial value in new accounts.
    package func refusesDefault(_ value: JSONValue) -> Bool { refusal(of: value, at: "default") != nil }

    private func refusal(of object: JSONObject, members: [Member], at path: String) -> AccountError? {
        for given in object.members {
            guard let member = members.first(where: { $0.name.hasSameBytes(as: given.name) }) else {
                return AccountError(.invalidRequest, "unknown member of the profile field", field: path)
            }
            if given.value.isNull { continue }
            if let refusal = member.type.refusal(of: given.value, at: "\(path).\(member.name)") { return refusal }
        }
        return nil
    }

    private func outOfBounds(_ path: String) -> AccountError {
        AccountError(.invalidRequest, "the profile field is out of range", field: path)
    }

    /// The type's name in error messages, for developers.
    private var name: String {
        switch self {
        case .string, .choice: "a string"
        case .bool: "true or false"
        case .integer: "a 64-bit integer"
        case .number: "a number in the range of 64-bit floating-point numbers"
        case .date: "a date such as 1990-05-17 or 1990-05-17T08:30:00Z"
        case .strings: "a list of strings"
        case .object: "an object"
        }
    }
}

extension FieldType {
    /// Returns true if two values of this type are equal. Dates are compared by their moment; null equals a missing
    /// value.
    func areSame(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
        switch (one, other) {
        case (nil, nil), (nil, .null?), (.null?, nil): return true
        case (.string(let one)?, .string(let other)?) where self == .date:
            if let one = ProfileDate(one), let other = ProfileDate(other) { return one == other }
            return one.hasSameBytes(as: other)
        default: return one == other
        }
    }
}

extension JSONValue? {
    /// True if the value counts as given. A missing value, null, blank text, an empty list and an empty object do not.
    var isGiven: Bool {
        switch self {
        case nil, .null?: false
        case .string(let text)?: text.contains { !$0.isWhitespace }
        case .array(let elements)?: !elements.isEmpty
        case .object(let object)?: !object.isEmpty
        default: true
        }
    }
}
