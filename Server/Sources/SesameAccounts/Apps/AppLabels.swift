/// The display names of an app's roles, profile fields, choices and onboarding steps, in each language that the app
/// supports.
package struct AppLabels: Sendable {
    private let texts: [String: [String: String]]

    /// Creates labels from texts by language and name.
    package init(_ texts: [String: [String: String]] = [:]) {
        self.texts = texts
    }

    /// Returns the label of a name in the language, or else in the other language; the name itself if it has neither.
    package func text(_ name: String, in language: String, or other: String) -> String {
        texts[language]?[name] ?? texts[other]?[name] ?? name
    }
}

extension App {
    /// All names that can have a label. A member of an object is named by the path from its field, joined by dots.
    package var labelledNames: [String] {
        roles + profile.fields.flatMap { Self.names(of: $0.type, named: $0.name) } + profile.onboarding.steps
    }

    private static func names(of type: FieldType, named name: String) -> [String] {
        switch type {
        case .choice(let values): [name] + values
        case .object(let members): [name] + members.flatMap { names(of: $0.type, named: "\(name).\($0.name)") }
        default: [name]
        }
    }
}
