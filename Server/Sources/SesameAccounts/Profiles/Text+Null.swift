import SesameCore

extension String {
    /// True if the text contains U+0000. No name needs this character, and C programs treat it as the end of the text.
    var hasNull: Bool { utf8.contains(0) }
}

extension JSONValue {
    /// True if the value contains a text or a member name with U+0000.
    var hasNull: Bool {
        switch self {
        case .string(let text): text.hasNull
        case .array(let elements): elements.contains(where: \.hasNull)
        case .object(let object): object.hasNull
        case .null, .bool, .number: false
        }
    }
}

extension JSONObject {
    /// True if the object contains a text or a member name with U+0000.
    var hasNull: Bool { members.contains { $0.name.hasNull || $0.value.hasNull } }
}

extension AccountError {
    /// Returns the refusal of a text that contains U+0000.
    static func null(in field: String) -> AccountError {
        AccountError(.invalidRequest, "'\(field)' must not contain the character U+0000", field: field)
    }
}
