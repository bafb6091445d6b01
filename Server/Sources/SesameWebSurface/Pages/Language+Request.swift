import SesameAccounts
import SesameHTTP
import SesameText

extension Language {
    /// The language: the address's wish, else the browser's, else the app's.
    init(_ request: HTTPRequest, app: App?) {
        self =
            Self.asked(in: request) ?? Language(accepting: request.header("Accept-Language") ?? "")
            ?? Language(tag: app?.language ?? "") ?? .english
    }

    /// Returns the language that `lang` in the address asks for.
    static func asked(in request: HTTPRequest) -> Language? { request.query["lang"].flatMap { Language(tag: $0) } }
}
