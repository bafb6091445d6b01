// Made by scripts/texts from the files in Texts: change those, then run it.

/// A language of the texts.
package enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case french = "fr"

    /// The language’s own name.
    package var name: String {
        switch self {
        case .english: "English"
        case .french: "Français"
        }
    }

    /// The index in `allCases`.
    var position: Int {
        switch self {
        case .english: 0
        case .french: 1
        }
    }
}

extension Text {
    /// The text in every language.
    package init(_ english: String, _ french: String) {
        self.init(inOrder: [english, french])
    }
}
