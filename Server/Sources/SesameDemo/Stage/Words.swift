package import SesameTexts

/// A text in the languages of the demo.
package struct Words: Sendable, Hashable {
    /// In English.
    package let english: String
    /// In French.
    package let french: String

    /// The text in both.
    package init(_ english: String, _ french: String) {
        self.english = english
        self.french = french
    }

    /// What is the same in every language: a name, an id.
    package init(verbatim text: String) {
        self.init(text, text)
    }

    /// The text in one of them.
    package subscript(language: TextLanguage) -> String {
        switch language {
        case .english: english
        case .french: french
        }
    }
}
