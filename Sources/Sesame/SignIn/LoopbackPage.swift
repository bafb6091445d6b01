/// The page that the browser shows after a sign-in from a terminal.
enum LoopbackPage {
    case done
    case cancelled
    case refused

    /// Returns the whole HTTP response. The page loads no resources, and no other page may frame it.
    ///
    /// - Parameter language: The tag of a supported language.
    func answer(in language: String) -> [UInt8] {
        let (title, text) = (texts.title[language] ?? "", texts.text[language] ?? "")
        let body = """
            <!DOCTYPE html>
            <html lang="\(language)"><head><meta charset="utf-8"><title>\(title)</title>
            <meta name="viewport" content="width=device-width"></head>
            <body><h1>\(title)</h1><p>\(text)</p></body></html>

            """
        let head = [
            "HTTP/1.1 \(self == .refused ? "400 Bad Request" : "200 OK")", "Content-Type: text/html; charset=utf-8",
            "Content-Length: \(body.utf8.count)", "Cache-Control: no-store", "Referrer-Policy: no-referrer",
            "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'", "X-Content-Type-Options: nosniff",
            "Connection: close", "", "",
        ]
        return Array((head.joined(separator: "\r\n") + body).utf8)
    }

    private var texts: (title: [String: String], text: [String: String]) {
        switch self {
        case .done: (LoopbackText.doneTitle, LoopbackText.done)
        case .cancelled: (LoopbackText.cancelledTitle, LoopbackText.cancelled)
        case .refused: (LoopbackText.refusedTitle, LoopbackText.refused)
        }
    }
}
