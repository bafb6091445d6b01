/// A text for users, in every language.
package struct Text: Sendable, Hashable {
    private let words: [String]

    /// Creates a text from its words in every language.
    ///
    /// - Parameter words: The words in the order of `Language.allCases`.
    init(inOrder words: [String]) { self.words = words }

    /// Creates a text from a function that returns the words of each language.
    package init(_ words: (Language) -> String) { self.words = Language.allCases.map(words) }

    /// Creates a text that is the same in every language, such as a name or an id.
    package init(verbatim text: String) { self.init { _ in text } }

    /// The text in one language.
    package subscript(language: Language) -> String { words[language.position] }
}

/// A part of a text: words in every language, or a value that is the same in all languages.
package protocol TextPart {
    /// The part in the given language.
    subscript(language: Language) -> String { get }
}

extension Text: TextPart {}

extension String: TextPart {
    package subscript(language: Language) -> String { self }
}

extension [Text] {
    /// The texts as a comma-separated list.
    package var list: Text { Text { language in map { $0[language] }.joined(separator: ", ") } }
}
