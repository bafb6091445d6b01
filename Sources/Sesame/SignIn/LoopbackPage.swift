/// What the browser shows when a sign-in from a terminal is over.
enum LoopbackPage {
    case done
    case cancelled
    case refused

    /// The whole answer, in French or English. It loads nothing, and no other page may frame it.
    func answer(inFrench: Bool) -> [UInt8] {
        let (title, text) = inFrench ? french : english
        let body = """
            <!DOCTYPE html>
            <html lang="\(inFrench ? "fr" : "en")"><head><meta charset="utf-8"><title>\(title)</title>
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

    private var english: (title: String, text: String) {
        switch self {
        case .done: ("You are signed in", "You can close this window and go back to the terminal.")
        case .cancelled: ("You are not signed in", "The sign-in was cancelled. You can close this window.")
        case .refused: ("This is not the sign-in that was begun", "Go back to the terminal and begin again.")
        }
    }

    private var french: (title: String, text: String) {
        switch self {
        case .done: ("Vous êtes connecté", "Vous pouvez fermer cette fenêtre et revenir au terminal.")
        case .cancelled: ("Vous n’êtes pas connecté", "La connexion a été annulée. Vous pouvez fermer cette fenêtre.")
        case .refused: ("Ce n’est pas la connexion commencée", "Revenez au terminal et recommencez.")
        }
    }
}
