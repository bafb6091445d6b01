/// The names that people read for an app's roles, the fields of its profile, their choices, and the steps of its
/// onboarding, in each language that the app has them in.
package struct AppLabels: Sendable {
    private let texts: [String: [String: String]]

    /// Makes labels from texts by language and name.
    package init(_ texts: [String: [String: String]] = [:]) {
        self.texts = texts
    }

    /// Returns the label of a name in a language, else in another one; the name itself where there is none.
    package func text(_ name: String, in language: String, or other: String) -> String {
        texts[language]?[name] ?? texts[other]?[name] ?? name
    }
}

extension App {
    /// All that can have a label; a member of an object by its names from the field, joined by dots.
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
