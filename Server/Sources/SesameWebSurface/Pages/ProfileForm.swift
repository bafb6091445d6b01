import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// An input of a profile form: a field that the user may edit, or a member of one.
struct ProfileInput: Sendable {
    /// The path from the field to the member, joined by dots: `currentLocation.city`.
    let name: String
    /// The type, which is never an object.
    let type: FieldType
    /// True if the registration or the onboarding cannot be completed without it.
    let isRequired: Bool

    /// Returns the inputs of an app's profiles, in the order of its fields.
    static func all(of schema: ProfileSchema) -> [ProfileInput] {
        schema.editable.flatMap { all(of: $0.type, named: $0.name, isRequired: schema.requires($0)) }
    }

    private static func all(of type: FieldType, named name: String, isRequired: Bool) -> [ProfileInput] {
        guard case .object(let members) = type else {
            return [ProfileInput(name: name, type: type, isRequired: isRequired)]
        }
        return members.flatMap { all(of: $0.type, named: "\(name).\($0.name)", isRequired: false) }
    }
}

/// A profile form: the texts by input, and the values that they represent.
struct ProfileForm: Sendable {
    let schema: ProfileSchema
    /// The inputs in the order of the schema. A value with control characters has no input, because a browser would
    /// change it.
    let inputs: [ProfileInput]
    /// The inputs' texts by name.
    private(set) var texts: [String: String] = [:]

    /// Creates a form that shows a profile's fields.
    init(_ schema: ProfileSchema, showing fields: JSONObject = [:]) {
        var texts: [String: String] = [:]
        for field in schema.editable { Self.show(fields[field.name], of: field.type, named: field.name, &texts) }
        self.schema = schema
        inputs = ProfileInput.all(of: schema).filter { Self.canCarry(texts[$0.name] ?? "") }
        for input in inputs { self.texts[input.name] = texts[input.name] }
    }

    /// Creates a form from posted fields whose names begin with `profile.`.
    init(_ schema: ProfileSchema, posted: QueryParameters, for fields: JSONObject = [:]) {
        self.init(schema, showing: fields)
        texts = [:]
        for input in inputs {
            if let text = posted["profile.\(input.name)"] { texts[input.name] = Self.withPlainBreaks(text) }
        }
    }

    subscript(name: String) -> String {
        get { texts[name] ?? "" }
        set { texts[name] = newValue }
    }

    /// Returns the fields that the user changed, with null for those that the user cleared.
    ///
    /// Only a text that differs from the stored value's text counts. A value that a form cannot show exactly therefore
    /// stays unchanged.
    func changes(to stored: JSONObject = [:]) -> JSONObject {
        var changes = JSONObject()
        for field in schema.editable {
            let before = stored[field.name]
            let after = value(of: field.type, named: field.name, before: before)
            if after != before { changes[field.name] = after ?? .null }
        }
        return changes
    }

    /// Returns the name of the input for an error's field: `fields.currentLocation.city` becomes
    /// `currentLocation.city`.
    static func input(of field: String) -> String {
        String(field.drop { $0 != "." }.dropFirst())
    }

    private static func show(
        _ value: JSONValue?, of type: FieldType, named name: String, _ texts: inout [String: String]
    ) {
        guard case .object(let members) = type else {
            texts[name] = text(of: value, type)
            return
        }
        for member in members {
            show(value?[member.name], of: member.type, named: "\(name).\(member.name)", &texts)
        }
    }

    private func value(of type: FieldType, named name: String, before: JSONValue?) -> JSONValue? {
        guard case .object(let members) = type else {
            let shown = Self.text(of: before, type)
            guard let text = texts[name], text != shown else { return before }
            return Self.value(of: text, type)
        }
        var object = before?.object ?? [:]
        for member in members {
            object[member.name] = value(
                of: member.type, named: "\(name).\(member.name)", before: before?[member.name])
        }
        if object == before?.object ?? [:] { return before }
        return object.isEmpty ? nil : .object(object)
    }

    /// Returns a value's text in a form; empty for a missing value or a value of another type.
    private static func text(of value: JSONValue?, _ type: FieldType) -> String {
        switch (type, value) {
        case (.strings, .array(let elements)?): withPlainBreaks(elements.compactMap(\.string).joined(separator: "\n"))
        case (.bool, .bool(let flag)?): flag ? "true" : "false"
        case (.integer, .number(let number)?), (.number, .number(let number)?): number.text
        case (.string, .string(let text)?), (.choice, .string(let text)?), (.date, .string(let text)?):
            withPlainBreaks(text)
        default: ""
        }
    }

    /// Returns the value of a text; nil if the text is blank. An invalid value stays a text, which the field then
    /// refuses.
    private static func value(of text: String, _ type: FieldType) -> JSONValue? {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        switch type {
        case .bool: return text.hasSameBytes(as: "true") ? true : text.hasSameBytes(as: "false") ? false : .string(text)
        case .integer, .number:
            let plain = text.filter { !$0.isWhitespace }.replacing(",", with: ".")
            return JSONNumber(text: plain).map { .number($0) } ?? .string(text)
        case .strings:
            let lines = text.split(separator: "\n").filter { line in line.contains { !$0.isWhitespace } }
            return .array(lines.map { .string(String($0)) })
        case .string, .choice, .date, .object: return .string(text)
        }
    }

    /// Returns true if a browser sends the text back unchanged: it has no control characters except tabs and line
    /// feeds.
    private static func canCarry(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f || $0 == "\n" || $0 == "\t" }
    }

    /// Returns the text with LF for each line break, because browsers always send CR and LF.
    private static func withPlainBreaks(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }
}
