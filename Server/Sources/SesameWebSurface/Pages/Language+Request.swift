import SesameAccounts
import SesameHTTP
import SesameText

extension Language {
    /// Creates the language of a page: the query's, else the browser's, else the app's, else English.
    init(_ request: HTTPRequest, app: App?) {
        self =
            Self.asked(in: request) ?? Language(accepting: request.header("Accept-Language") ?? "")
            ?? Language(tag: app?.language ?? "") ?? .english
    }

    /// Returns the language of the query parameter `lang`; nil if it is missing or not supported.
    static func asked(in request: HTTPRequest) -> Language? { request.query["lang"].flatMap { Language(tag: $0) } }
}
