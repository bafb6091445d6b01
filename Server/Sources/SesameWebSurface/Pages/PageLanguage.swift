import SesameAccounts
import SesameCore
import SesameHTTP

/// The languages of the pages.
enum PageLanguage: String, Sendable, CaseIterable {
    case french = "fr"
    case english = "en"

    /// The language's own name.
    var name: String { self == .french ? "Français" : "English" }

    /// What the address asks for, else the browser, else the app.
    init(_ request: HTTPRequest, app: App?) {
        self =
            Self.asked(in: request) ?? Self.preferred(request.header("Accept-Language") ?? "")
            ?? Self.named(app?.language ?? "") ?? .english
    }

    /// What `lang` in the address asks for.
    static func asked(in request: HTTPRequest) -> PageLanguage? {
        request.query["lang"].flatMap(named)
    }

    /// The one of greatest weight that we have (RFC 9110 section 12.5.4).
    static func preferred(_ header: String) -> PageLanguage? {
        var best: (language: PageLanguage, weight: Double)?
        for item in header.split(separator: ",").prefix(20) {
            let parts = item.split(separator: ";")
            let range = (parts.first ?? "").filter { $0 != " " }.lowercased()
            guard let language = named(String(range.prefix { $0 != "-" })) else { continue }
            var weight = 1.0
            for part in parts.dropFirst() {
                let text = part.filter { $0 != " " }
                if text.utf8.starts(with: "q=".utf8) { weight = Double(text.dropFirst(2)) ?? 0 }
            }
            if weight > best?.weight ?? 0 { best = (language, weight) }
        }
        return best?.language
    }

    private static func named(_ code: String) -> PageLanguage? {
        allCases.first { $0.rawValue.hasSameBytes(as: code) }
    }
}

/// A text in every language.
struct PageText: Sendable {
    let french: String
    let english: String

    init(_ french: String, _ english: String) {
        self.french = french
        self.english = english
    }

    subscript(language: PageLanguage) -> String {
        switch language {
        case .french: french
        case .english: english
        }
    }
}
