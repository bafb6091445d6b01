extension Language {
    /// Creates the language of a tag such as `fr-CA` (BCP 47); nil if the server has no texts in that language.
    package init?(tag: some StringProtocol) {
        let language = tag.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
        self.init(rawValue: String(decoding: language, as: UTF8.self).lowercased())
    }

    /// Creates the supported language with the highest weight in `Accept-Language` (RFC 9110, section 12.5.4), the
    /// first one if weights are equal; nil if no language is supported.
    package init?(accepting header: String) {
        var best: (language: Language, weight: Double)?
        for range in header.utf8.split(separator: UInt8(ascii: ",")).prefix(20) {
            let parts = range.split(separator: UInt8(ascii: ";")).map { part in
                String(decoding: part.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }, as: UTF8.self)
            }
            guard let language = parts.first.flatMap({ Language(tag: $0) }) else { continue }
            let weight = parts.dropFirst().first { $0.utf8.starts(with: "q=".utf8) }.map {
                Double($0.dropFirst(2)) ?? 0
            }
            if weight ?? 1 > best?.weight ?? 0 { best = (language, weight ?? 1) }
        }
        guard let best else { return nil }
        self = best.language
    }
}
