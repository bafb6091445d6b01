import SesameHTTP

/// Carries an answer to the client in a form that sends itself (OAuth 2.0 Form Post Response Mode); without JavaScript
/// the person presses a button.
struct FormPostPage: Sendable {
    let frame: PageFrame
    let answer: AuthorizationAnswer

    var response: HTTPResponse {
        let text = frame.text
        let fields = answer.parameters.map { parameter -> Markup in
            "<input type=\"hidden\" name=\"\(parameter.name)\" value=\"\(parameter.value)\">\n"
        }
        let content: Markup = """
            <h1>\(text.returning)</h1>
            <form method="post" action="\(answer.redirectURI)">
            \(fields)<noscript><button class="main">\(text.proceed)</button></noscript>
            </form>
            """
        return frame.response(title: text.returning, content, script: Self.script)
    }

    private static let script: Markup = "document.forms[0].submit()"
}
