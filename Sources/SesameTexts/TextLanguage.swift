// Made by scripts/texts from the files in Texts: change those, then run it.

/// A language that the texts for people are there in.
public enum TextLanguage: String, Sendable, CaseIterable {
    /// English, also for everybody else.
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
