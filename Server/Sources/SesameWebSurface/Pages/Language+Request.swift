import SesameAccounts
import SesameHTTP
import SesameText

extension Language {
    /// What the address asks for, else the browser, else the app.
    init(_ request: HTTPRequest, app: App?) {
        self =
            Self.asked(in: request) ?? Language(accepting: request.header("Accept-Language") ?? "")
            ?? Language(tag: app?.language ?? "") ?? .english
    }

    /// What `lang` in the address asks for.
    static func asked(in request: HTTPRequest) -> Language? { request.query["lang"].flatMap { Language(tag: $0) } }
}
