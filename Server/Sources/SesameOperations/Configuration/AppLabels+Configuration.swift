import SesameAccounts
import SesameCore
import SesameWire

extension AppLabels {
    /// Reads an app's `labels`: for each language, an object with the texts of roles, profile fields, choices and
    /// steps.
    init(_ app: ConfigurationReader) throws(ConfigurationError) {
        var texts: [String: [String: String]] = [:]
        try Self.visit(app) { language, name, text, _ throws(ConfigurationError) in
            texts[language, default: [:]][name] = text
        }
        self.init(texts)
    }

    /// Calls the closure for each text, with the language, the name, the text and its path in the file.
    fileprivate static func visit(
        _ app: ConfigurationReader,
        _ visit: (String, String, String, String) throws(ConfigurationError) -> Void
    ) throws(ConfigurationError) {
        guard let block = try app.read(AppSettings.labels) else { return }
        let path = block.path
        guard let languages = block.value.object?.members else {
            throw ConfigurationError(path, "must be an object with one member for each language")
        }
        for language in languages {
            let path = ConfigurationReader.join(path, language.name)
            guard language.name.wholeMatch(of: /[a-z]{2,3}(-[A-Za-z0-9]{2,8})*/) != nil else {
                throw ConfigurationError(path, "a language must be a tag such as fr or pt-BR")
            }
            guard let names = language.value.object?.members else {
                throw ConfigurationError(path, "must be an object with a text for each name")
            }
            for name in names {
                let path = ConfigurationReader.join(path, name.name)
                guard let text = name.value.string, (1...100).contains(text.count) else {
                    throw ConfigurationError(path, "must be a text of 1 to 100 characters")
                }
                try visit(language.name, name.name, text, path)
            }
        }
    }
}

extension App {
    /// Throws if a label is for a role, field, choice or step that the app does not have, such as a misspelled one.
    func requireOwnLabels(_ reader: ConfigurationReader) throws(ConfigurationError) {
        let names = labelledNames
        try AppLabels.visit(reader) { _, name, _, path throws(ConfigurationError) in
            guard names.contains(where: name.hasSameBytes) else {
                throw ConfigurationError(path, "the app has no role, field, choice or step of this name")
            }
        }
    }
}
