package import SesameCore
import SesameWire

/// The configuration file's JSON schema for editors (https://json-schema.org/draft/2020-12), generated from the
/// settings' declarations.
package struct SettingsSchema {
    package init() {}

    package var json: JSONObject {
        var schema: JSONObject = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Sesame's configuration",
        ]
        for member in Self.object(ServerSettings.group).members { schema[member.name] = member.value }
        return schema
    }

    private static func object(_ group: SettingGroup) -> JSONObject {
        var properties: JSONObject = [:]
        for setting in group.settings { properties[setting.name] = .object(property(setting)) }
        let required = group.settings.filter(\.isRequired).map { JSONValue.string($0.name) }
        return [
            "type": "object", "properties": .object(properties), "required": .array(required),
            "additionalProperties": group.others.map { .object(object($0)) } ?? false,
        ]
    }

    private static func property(_ setting: Setting) -> JSONObject {
        var schema = schema(of: setting.form)
        schema["description"] = .string(plain(setting.purpose))
        return schema
    }

    private static func schema(of form: SettingForm) -> JSONObject {
        switch form {
        case .text: ["type": "string", "minLength": 1]
        case .texts: ["type": "array", "items": ["type": "string", "minLength": 1]]
        case .flag: ["type": "boolean"]
        case .integer(let range):
            [
                "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
                "maximum": .integer(Int64(range.upperBound)),
            ]
        case .choice(let words): ["enum": .array(words.map { .string($0) })]
        case .value: [:]
        case .group(let group): object(group)
        case .named(let group): ["type": "object", "additionalProperties": .object(object(group))]
        case .list(let group): ["type": "array", "items": .object(object(group))]
        }
    }

    /// Returns a Markdown sentence as plain text: links become their labels, and backticks are removed.
    private static func plain(_ text: String) -> String {
        text.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }.replacing("`", with: "")
    }
}
