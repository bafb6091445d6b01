import Foundation

extension TextLanguage {
    /// Creates the language of the first supported tag (BCP 47); English if none is supported.
    public init(preferring tags: [String]) {
        let languages = tags.lazy.compactMap { tag in
            let language = tag.split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() }
            return language.flatMap { TextLanguage(rawValue: $0) }
        }
        self = languages.first ?? .english
    }

    /// The first supported language among the user's preferred languages on this device; English if none is supported.
    public static var preferred: TextLanguage { TextLanguage(preferring: Locale.preferredLanguages) }
}
