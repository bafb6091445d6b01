import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// An input of a profile form: a field that the user may edit, or a member of such a field if its type is an object.
struct ProfileInput: Sendable {
    /// The field's name, or the path from the field to the member, joined by dots: `currentLocation.city`.
    let name: String
    /// The type of the value; never an object, because each member of an object has its own input.
    let type: FieldType
    /// True if registration or onboarding requires the field; always false for a member of an object.
    let isRequired: Bool

    /// Returns the inputs for all editable fields of a profile schema, in the schema's order.
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

/// A profile form: a text for each input, converted from and to the profile's values.
struct ProfileForm: Sendable {
    let schema: ProfileSchema
    /// The inputs in the order of the schema. A stored value with control characters has no input, because a browser
    /// would change the value.
    let inputs: [ProfileInput]
    /// The texts by the input's name; nil for an input that was not posted.
    private(set) var texts: [String: String] = [:]

    /// Creates a form that shows a profile's fields.
    init(_ schema: ProfileSchema, showing fields: JSONObject = [:]) {
        var texts: [String: String] = [:]
        for field in schema.editable { Self.show(fields[field.name], of: field.type, named: field.name, &texts) }
        self.schema = schema
        inputs = ProfileInput.all(of: schema).filter { Self.canCarry(texts[$0.name] ?? "") }
        for input in inputs { self.texts[input.name] = texts[input.name] }
    }

    /// Creates a form from the posted fields whose names begin with `profile.`.
    ///
    /// - Parameter fields: The stored profile, which determines the inputs of the form.
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

    /// Returns the text that a form shows for a value; empty for a missing value or a value of another type.
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

    /// Parses a form's text as a value of the field's type; nil if the text is blank. An invalid text becomes a JSON
    /// string, which the field's validation refuses.
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

    /// Returns true if a browser sends the text back unchanged, because the text has no control characters except tabs
    /// and line feeds.
    private static func canCarry(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f || $0 == "\n" || $0 == "\t" }
    }

    /// Returns the text with LF for each line break, because browsers send line breaks as CR LF.
    private static func withPlainBreaks(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }
}
