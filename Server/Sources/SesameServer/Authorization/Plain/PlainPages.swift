import NIOHTTP1
import SesameAccounts
import SesameHTTP

/// The registration form of a sign-in that a client began, in plain HTML: no script, no style, nothing from elsewhere.
struct PlainPages {
    /// Where the registration form goes.
    static let registrationPath = "/sign-in/register"

    /// The form, for whoever has the ticket; `next` continues the client's request.
    func register(
        _ registration: Refusal.Registration, app: App, role: String?, next: String?, request: HTTPRequest
    ) -> HTTPResponse {
        PlainRegistrationForm(
            app: app, ticket: registration.ticket, next: next ?? "", role: role,
            values: PlainRegistrationForm.prefill(registration.claims, app), problem: nil
        ).response
    }
}

/// One page.
struct PlainPage {
    let language: String
    let title: String
    /// HTML.
    let body: String

    func response(status: HTTPResponseStatus) -> HTTPResponse {
        let title = Self.escaped(title)
        let text = """
            <!doctype html>
            <html lang="\(language)">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>\(title)</title></head>
            <body><main><h1>\(title)</h1>
            \(body)
            </main></body>
            </html>

            """
        var response = HTTPResponse.html(Array(text.utf8), status: status)
        response.headers.add(
            name: "Content-Security-Policy", value: "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
        response.headers.add(name: "Cache-Control", value: "no-store")
        return response
    }

    /// Text as it can stand anywhere in HTML, attributes included.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
