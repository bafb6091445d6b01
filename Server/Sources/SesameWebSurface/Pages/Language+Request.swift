import SesameAccounts
import SesameHTTP
import SesameText

extension Language {
    /// Chooses the language of a page: the query parameter `lang`, else the browser's `Accept-Language`, else the app's
    /// language, else English.
    init(_ request: HTTPRequest, app: App?) {
        self =
            Self.asked(in: request) ?? Language(accepting: request.header("Accept-Language") ?? "")
            ?? Language(tag: app?.language ?? "") ?? .english
    }

    /// Returns the language of the query parameter `lang`; nil if it is missing or not supported.
    static func asked(in request: HTTPRequest) -> Language? { request.query["lang"].flatMap { Language(tag: $0) } }
}
