import SesameCore
import SesameHTTP
import SesameWire

/// A formatter that describes a schema in a few words.
struct APISchemaText: Sendable {
    /// A row of a table of members or parameters. The name of a nested member is its dotted path.
    struct Row: Sendable {
        let name: String
        let type: Markup
        let isRequired: Bool
        let description: String
    }

    /// Returns the schema's type as markup. A named schema is a link to its section.
    func type(_ schema: JSONObject) -> Markup {
        if let name = Self.name(schema) { return "<a href=\"#schema-\(name)\">\(name)</a>" }
        for kind in ["oneOf", "anyOf"] {
            if let choices = schema[kind]?.array { return Self.list(choices.map { type($0.object ?? [:]) }, " or ") }
        }
        if let first = schema["allOf"]?.array?.first?.object { return type(first) }
        if let constant = schema["const"]?.string { return "<code>\(constant)</code>" }
        if let values = schema["enum"]?.array {
            return Self.list(values.compactMap(\.string).map { "<code>\($0)</code>" }, ", ")
        }
        let names = schema["type"]?.array?.compactMap(\.string) ?? schema["type"]?.string.map { [$0] } ?? []
        return Self.list(names.map { named($0, schema) }, " or ")
    }

    private func named(_ type: String, _ schema: JSONObject) -> Markup {
        switch type {
        case "array": "list of \(self.type(schema["items"]?.object ?? [:]))"
        case "object":
            schema["additionalProperties"]?.object.map { "object of \(self.type($0))" } ?? "object"
        default: "\(type)"
        }
    }

    /// Returns a row for each member of an object schema, in its order. The members of a nested object follow the
    /// object, with dotted paths.
    func rows(_ schema: JSONObject, under prefix: String = "") -> [Row] {
        let required = (schema["required"]?.array ?? []).compactMap(\.string)
        var rows: [Row] = []
        for member in schema["properties"]?.object?.members ?? [] {
            guard let value = member.value.object else { continue }
            rows.append(
                Row(
                    name: prefix + member.name, type: type(value),
                    isRequired: required.contains { $0.hasSameBytes(as: member.name) },
                    description: value["description"]?.string ?? ""))
            rows += self.rows(value, under: "\(prefix)\(member.name).")
        }
        return rows
    }

    /// Returns the error codes listed in the schema of an error response; empty for any other schema.
    func codes(_ schema: JSONObject) -> [String] {
        for part in schema["allOf"]?.array ?? [] {
            let error = part["properties"]?["error"]
            let codes = error?["enum"]?.array ?? error?["properties"]?["code"]?["enum"]?.array
            if let codes { return codes.compactMap(\.string) }
        }
        return []
    }

    private static func name(_ schema: JSONObject) -> String? {
        schema["$ref"]?.string.flatMap { $0.split(separator: "/").last.map(String.init) }
    }

    static func list(_ items: [Markup], _ separator: String) -> Markup {
        var list: Markup = ""
        for (index, item) in items.enumerated() { list = index == 0 ? item : "\(list)\(separator)\(item)" }
        return list
    }
}
