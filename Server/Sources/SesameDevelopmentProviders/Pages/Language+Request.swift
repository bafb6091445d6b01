import NIOHTTP1
import SesameHTTP
import SesameText

extension Language {
    /// Creates the language of the page for a request: the client's preference in the query, else the browser's, else
    /// English.
    init(_ request: HTTPRequest) {
        // The parameters of OpenID Connect, Apple and Google for the preferred language.
        let wishes = ["ui_locales", "locale", "hl"].compactMap { request.query[$0] }
        let asked = wishes.flatMap { $0.utf8.split(separator: UInt8(ascii: " ")) }.compactMap { tag in
            Language(tag: String(decoding: tag, as: UTF8.self))
        }
        let accepted = request.headers["Accept-Language"].joined(separator: ",")
        self = asked.first ?? Language(accepting: accepted) ?? .english
    }
}
