public import SesameTexts

/// A text in the languages of the demo.
public struct Words: Sendable, Hashable {
    /// In English.
    public let english: String
    /// In French.
    public let french: String

    /// The text in both.
    public init(_ english: String, _ french: String) {
        self.english = english
        self.french = french
    }

    /// What is the same in every language: a name, an id.
    public init(verbatim text: String) {
        self.init(text, text)
    }

    /// The text in one of them.
    public subscript(language: TextLanguage) -> String {
        switch language {
        case .english: english
        case .french: french
        }
    }
}
