import Foundation

extension TextLanguage {
    /// The first of these language tags (BCP 47) that is one of ours; English when none is.
    public init(preferring tags: [String]) {
        let languages = tags.lazy.compactMap { tag in
            let language = tag.split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() }
            return language.flatMap { TextLanguage(rawValue: $0) }
        }
        self = languages.first ?? .english
    }

    /// The one that the person has chosen for this device.
    public static var preferred: TextLanguage { TextLanguage(preferring: Locale.preferredLanguages) }
}
