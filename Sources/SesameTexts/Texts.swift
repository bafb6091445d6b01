/// The texts for users, in one language.
public struct Texts: Sendable {
    /// The language, by default the user's preferred language on this device.
    public let language: TextLanguage

    /// The display names of the app's roles, by the server's names.
    public let roles: [String: String]

    /// Creates the texts in a language, by default the user's preferred language on this device.
    ///
    /// - Parameter roles: The display names of the app's roles in that language, by the server's names.
    public init(_ language: TextLanguage = .preferred, roles: [String: String] = [:]) {
        self.language = language
        self.roles = roles
    }

    /// Returns a text as it is stored: placeholders such as `%1$@` are not filled in.
    public subscript(key: TextKey) -> String { key[language] }

    /// Returns a text with its placeholders filled in: `%1$@` by the first value, `%2$@` by the second.
    public func text(_ key: TextKey, _ values: String...) -> String {
        let parts = self[key].split(separator: "%", omittingEmptySubsequences: false)
        // Inserted values are not searched for placeholders again, because a value may be a user's name.
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
