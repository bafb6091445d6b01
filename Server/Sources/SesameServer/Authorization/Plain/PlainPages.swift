import NIOHTTP1
import SesameAccounts
import SesameHTTP

/// The pages of a sign-in that a client began, in plain HTML: no script, no style, nothing from elsewhere.
struct PlainPages: SignInPages {
    /// Where the registration form goes.
    static let registrationPath = "/sign-in/register"

    /// There is no account page, so nobody can be sent to it: sign-ins for our own pages are not routed.
    func signedIn(_ session: Session, app: App, request: HTTPRequest) -> HTTPResponse {
        notice(.notOffered, app: app, request: request, status: .notFound)
    }

    func register(
        _ registration: Refusal.Registration, app: App, role: String?, next: String?, request: HTTPRequest
    ) -> HTTPResponse {
        PlainRegistrationForm(
            app: app, ticket: registration.ticket, next: next ?? "", role: role,
            values: PlainRegistrationForm.prefill(registration.claims, app), problem: nil
        ).response
    }

    func notice(
        _ notice: SignInNotice, app: App?, request: HTTPRequest, status: HTTPResponseStatus
    ) -> HTTPResponse {
        let texts = PlainTexts(language: app?.language)
        let (title, advice) = texts.notice(notice)
        return PlainPage(language: texts.language, title: title, body: "<p>\(PlainPage.escaped(advice))</p>")
            .response(status: status)
    }

    func choose(app: App, links: [(Provider, String)], request: HTTPRequest) -> HTTPResponse {
        let texts = PlainTexts(language: app.language)
        let items = links.map { provider, link in
            "<li><a href=\"\(PlainPage.escaped(link))\">\(PlainPage.escaped(texts.signIn(with: provider)))</a></li>"
        }
        return PlainPage(
            language: texts.language, title: texts.choose(app), body: "<ul>\(items.joined())</ul>"
        ).response(status: .ok)
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
