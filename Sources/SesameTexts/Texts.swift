/// What is shown to people, in one language.
public struct Texts: Sendable {
    /// The language.
    public let language: TextLanguage

    /// The names that people read for the app's roles, by those that the server has.
    public let roles: [String: String]

    /// The texts of that language, or of the one that the person has chosen for the device.
    ///
    /// - Parameter roles: The names that people read for the app's roles in that language, by those that the server has.
    public init(_ language: TextLanguage = .preferred, roles: [String: String] = [:]) {
        self.language = language
        self.roles = roles
    }

    /// A text without placeholders.
    public subscript(key: TextKey) -> String { key[language] }

    /// A text with its placeholders filled in: `%1$@` by the first value, `%2$@` by the second.
    public func text(_ key: TextKey, _ values: String...) -> String {
        let parts = self[key].split(separator: "%", omittingEmptySubsequences: false)
        // What is filled in is never searched for placeholders again: it may be a person's name.
        return parts.dropFirst().reduce(into: String(parts.first ?? "")) { text, part in
            let number = part.first?.wholeNumberValue ?? 0
            guard part.dropFirst().hasPrefix("$@"), values.indices.contains(number - 1) else {
                text += "%" + part
                return
            }
            text += values[number - 1] + part.dropFirst(3)
        }
    }
}
