// Made by scripts/texts from the files in Texts: change those, then run it.

/// A language of the texts for users.
public enum TextLanguage: String, Sendable, CaseIterable {
    /// English, also for users of all other languages.
    case english = "en"
    /// French.
    case french = "fr"
}

extension TextKey {
    /// The text in a language.
    subscript(language: TextLanguage) -> String {
        switch language {
        case .english: english
        case .french: french
        }
    }
}
