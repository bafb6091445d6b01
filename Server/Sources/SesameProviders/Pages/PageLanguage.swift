import NIOHTTP1
import SesameHTTP

/// A language of the pages.
enum PageLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case french = "fr"

    /// What the client asks for, else what the browser prefers, else English.
    init(_ request: HTTPRequest) {
        // OpenID Connect's, Apple's and Google's names for the same wish.
        let wishes = ["ui_locales", "locale", "hl"].compactMap { request.query[$0] }
        let asked = wishes.flatMap { $0.utf8.split(separator: UInt8(ascii: " ")) }.compactMap(Self.init(tag:)).first
        let accepted = request.headers["Accept-Language"].joined(separator: ",")
        self = asked ?? Self.preferred(in: accepted) ?? .english
    }

    /// Of a language tag such as `fr-CA`.
    private init?(tag: Substring.UTF8View) {
        let language = tag.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
        self.init(word: String(decoding: language, as: UTF8.self).lowercased())
    }

    /// Of `Accept-Language` (RFC 9110, section 12.5.4): the one with the greatest weight, the first of equals.
    private static func preferred(in header: String) -> PageLanguage? {
        var best: (language: PageLanguage, weight: Double)?
        for range in header.utf8.split(separator: UInt8(ascii: ",")) {
            let parts = range.split(separator: UInt8(ascii: ";")).map { part in
                part.drop { $0 == UInt8(ascii: " ") }
            }
            guard let tag = parts.first, let language = PageLanguage(tag: tag.prefix { $0 != UInt8(ascii: " ") }) else {
                continue
            }
            let weight = parts.dropFirst().compactMap { part in
                part.starts(with: "q=".utf8) ? Double(String(decoding: part.dropFirst(2), as: UTF8.self)) : nil
            }
            let q = weight.first ?? 1
            if q > 0, q > best?.weight ?? 0 { best = (language, q) }
        }
        return best?.language
    }
}
